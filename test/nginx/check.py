# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A real violation, in a real server: nginx calls its output filters through a
pointer of another type. Permissive, the reporter tells that call with both types
and the file is served; enforcing, it tells and the server dies.

  usage: check.py DIR CLANG PLUGIN AUDIT LIBRARY_DIR
"""
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = "<p>served</p>\n"
START = 30  # seconds, at most

LINE = re.compile(
    r"kCFI failure at (\w+)\+0x[0-9a-f]+ \(target: (\w+)\+0x0; "
    r"expected type: 0x([0-9a-f]{8}); found type: 0x([0-9a-f]{8})\)"
)


def expect(good, what):
    if not good:
        sys.exit("nginx: " + what)


def build(directory, clang, plugin, library):
    """Unoptimised, to stay within the check's time."""
    source = os.path.join(directory, "src")
    with open("/etc/os-release") as file:
        suite = re.search(r"^VERSION_CODENAME=(\w+)", file.read(), re.M)[1]
    unpack = os.path.join(ROOT, "cmake", "unpack-debs.sh")
    subprocess.run(["sh", unpack, "--source", suite, source, "nginx"], check=True)
    out = os.path.join(directory, "out")
    script = os.path.join(ROOT, "bench", "programs", "build.sh")
    flags = "-Wl,--push-state,--no-as-needed -L%s -lkcfi-report -Wl,--pop-state"
    flags += " -Wl,-rpath,%s"
    with open(os.path.join(directory, "build.log"), "w") as log:
        built = subprocess.run(
            ["sh", script, "nginx", source, out, clang, "-O0", "-g0"]
            + ["-fsanitize=kcfi", "-fplugin=" + plugin]
            + ["-fno-sanitize-ignorelist"],
            env=dict(os.environ, LDFLAGS=flags % (library, library)),
            stdout=log,
            stderr=log,
        )
    expect(built.returncode == 0, "does not build, see %s" % log.name)
    return os.path.join(out, "nginx")


class Server:
    def __init__(self, directory, program, mode):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        with open(os.path.join(directory, "index.html"), "w") as file:
            file.write(PAGE)
        with open(os.path.join(ROOT, "bench", "programs", "nginx.conf.in")) as file:
            text = file.read()
        text = text.replace("@DIR@", directory).replace("@PORT@", str(self.port))
        conf = os.path.join(directory, "nginx.conf")
        with open(conf, "w") as file:
            file.write(text)
        # It makes the log its error stream.
        self.log = os.path.join(directory, "error.log")
        if os.path.exists(self.log):
            os.remove(self.log)
        self.process = subprocess.Popen(
            [program, "-c", conf, "-e", self.log],
            env=dict(os.environ, KCFI_REPORT=mode),
        )
        deadline = time.monotonic() + START
        while not self.answers():
            expect(self.process.poll() is None, "does not start")
            expect(time.monotonic() < deadline, "does not answer")
            time.sleep(0.02)

    def answers(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False

    def get(self):
        """The page, or None where the connection ends without one."""
        try:
            url = "http://127.0.0.1:%d/" % self.port
            with urllib.request.urlopen(url, timeout=START) as answer:
                return answer.read().decode()
        except OSError:
            return None

    def stop(self):
        """What the reporter wrote, and how it ended."""
        self.process.terminate()
        status = self.process.wait(timeout=START)
        with open(self.log) as file:
            return [line for line in file.read().splitlines() if "kCFI" in line], status


def judge(lines, sites):
    """There is one line, for the call that is known, and its types are right."""
    expect(len(lines) == 1, "expected one line, found %s" % lines)
    found = LINE.fullmatch(lines[0])
    expect(found, "expected a report, found: " + lines[0])
    caller, target = found[1], found[2]
    expect(caller == "ngx_output_chain", "another caller: " + caller)
    expect(re.fullmatch(r"ngx_http_\w+_filter", target), "another target: " + target)

    # What the caller expects; and what the filter is, which calls the next one
    # through a pointer of its own type.
    types = {name: set() for name in (caller, target)}
    for site in sites:
        if site["symbol"] in types:
            types[site["symbol"]].add("%08x" % site["hash"])
    expect(found[3] in types[caller], "another expected type than %s" % types[caller])
    expect(found[4] in types[target], "another found type than %s" % types[target])
    print(lines[0])


def main(directory, clang, plugin, audit, library):
    program = build(directory, clang, plugin, library)
    subprocess.run([audit, "check", "--require-not-taken", program], check=True)
    listing = subprocess.run(
        [audit, "sites", "--json", program], check=True, stdout=subprocess.PIPE
    )
    sites = [json.loads(line) for line in listing.stdout.splitlines()]

    server = Server(directory, program, "permissive")
    pages = [server.get() for _ in range(3)]
    lines, status = server.stop()
    expect(pages == [PAGE] * 3, "permissive, expected the page, found %s" % pages)
    expect(status == 0, "permissive, ended with %d" % status)
    judge(lines, sites)

    server = Server(directory, program, "enforce")
    page = server.get()
    lines, status = server.stop()
    expect(page is None, "enforcing, the page is served")
    expect(status == -4, "enforcing, expected death by SIGILL, found %d" % status)
    judge(lines, sites)


if __name__ == "__main__":
    os.makedirs(sys.argv[1], exist_ok=True)
    main(*(os.path.abspath(word) for word in sys.argv[1:]))
