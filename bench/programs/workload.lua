-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
--
-- Lua code that makes the interpreter call through pointers: C functions,
-- comparators, replacements, metamethods. Prints the same on every run.
--
--   usage: lua workload.lua TIMES

local function sort_words(n)
  local words, state = {}, 1
  for i = 1, n do
    state = state * 1103515245 + 12345 & 0x7fffffff
    words[i] = string.format("%x", state)
  end
  table.sort(words, function(a, b) return a > b end)
  return words
end

local function replace(words)
  local text, count = table.concat(words, " "), 0
  text = text:gsub("%x+", function(word)
    count = count + 1
    return word:upper():rep(2)
  end)
  return #text + count
end

local Vector = {}
Vector.__index = Vector
Vector.__add = function(a, b)
  return setmetatable({ a[1] + b[1], a[2] + b[2] }, Vector)
end
Vector.__eq = function(a, b) return a[1] == b[1] and a[2] == b[2] end

local function add_vectors(n)
  local sum, one = setmetatable({ 0, 0 }, Vector), setmetatable({ 1, 2 }, Vector)
  for _ = 1, n do sum = sum + one end
  return sum[1] + sum[2] + (sum == one and 1 or 0)
end

local function call_library(n)
  local sum = 0
  for i = 1, n do
    sum = sum + math.floor(i / 3) + math.max(i, 7) + select("#", i, i)
    sum = sum + #tostring(i) + (tonumber("12") or 0) + string.byte("a")
  end
  return sum
end

local total = 0
for _ = 1, tonumber(arg[1]) do
  total = total + replace(sort_words(5000)) + add_vectors(50000)
  total = total + call_library(50000)
end
print(total)
