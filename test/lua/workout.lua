-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
--
-- Drives every way that Lua calls through pointers: C functions, readers and
-- writers, allocation, protected calls, hooks, metamethods, coroutines. Prints
-- the same on every run.

local function section(name, ...) print(name, ...) end

local words = {}
for word in ("the quick brown fox jumps over the lazy dog"):gmatch("%a+") do
  words[#words + 1] = word
end
table.sort(words, function(a, b) return #a < #b or #a == #b and a < b end)
section("sort", table.concat(words, " "))
section("gsub", (("kcfi"):gsub(".", function(c) return c:upper() .. "." end)))
section("format", string.format("%5.2f|%-6s|%x|%q", math.pi, "ab", 255, "a\nb"))
section("pack", string.unpack("<i4", string.pack("<i4", -7)))

local function fib(n) return n < 2 and n or fib(n - 1) + fib(n - 2) end
section("fib", fib(24))

local V = {}
V.__index = V
V.__add = function(a, b) return setmetatable({ a[1] + b[1] }, V) end
V.__eq = function(a, b) return a[1] == b[1] end
V.__lt = function(a, b) return a[1] < b[1] end
V.__le = function(a, b) return a[1] <= b[1] end
V.__call = function(self, x) return self[1] * x end
V.__concat = function(a, b) return tostring(a) .. "&" .. tostring(b) end
V.__tostring = function(self) return "V" .. self[1] end
V.__len = function(self) return self[1] end
V.__close = function(self) print("close", self[1]) end
local v, w = setmetatable({ 3 }, V), setmetatable({ 4 }, V)
section("meta", tostring(v + w), v == w, v < w, v <= w, v(5), v .. w, #v)

local co = coroutine.wrap(function(...)
  local sum = 0
  for _, x in ipairs({ ... }) do sum = sum + coroutine.yield(x * x) end
  return sum
end)
section("coroutine", co(1, 2, 3), co(10), co(20), co(30))

section("pcall", pcall(error, { code = 1 }) == false, select("#", pcall(fib, 5)))
section("xpcall", xpcall(function() local x = nil; return x.y end,
  function(m) return (m:gsub("^.-:%d+: ", "")) end))
do local closing <close> = v end

local chunk = string.dump(function(x) return x * 2 end)
section("dump", load(chunk, "chunk", "b")(21))
local pieces = { "return ", "1", " + ", "2" }
section("load", load(function() return table.remove(pieces, 1) end)())

local counted = 0
debug.sethook(function() counted = counted + 1 end, "", 1000)
for _ = 1, 50000 do end
debug.sethook()
section("hook", counted > 10)

local weak, finalized = setmetatable({}, { __mode = "k" }), 0
for _ = 1, 1000 do
  weak[setmetatable({}, { __gc = function() finalized = finalized + 1 end })] = true
end
collectgarbage()
collectgarbage()
section("gc", finalized, next(weak))

local name = os.tmpname()
local file = assert(io.open(name, "w"))
file:setvbuf("full", 64)
for i = 1, 100 do file:write(i, "\n") end
file:close()
local total = 0
for line in io.lines(name) do total = total + tonumber(line) end
os.remove(name)
section("io", total)
section("utf8", utf8.len("naïve"), utf8.char(955, 0x4e2d))
section("next", (function() local n = 0; for _ in pairs(_G) do n = n + 1 end; return n end)())
section("done")
