# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Real programs, built with each variant throughout: CPU time of what they do.

Lua and expat do a fixed piece of work; redis-server and nginx answer a fixed
client on the loopback interface. A program that traps breaks the run.
"""
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import common

HERE = os.path.dirname(os.path.abspath(__file__))
TIMES = {"lua": 4, "expat": 40}
SECONDS = 1
ROUNDS, QUICK_ROUNDS = {"lua": 25, "expat": 25, "redis": 9, "nginx": 9}, 2
REDIS_TESTS = "set,get,lpush,lpop,sadd,hset,zadd,lrange_100,mset"
SERVER_START = 10  # seconds, at most


def client_cpu(bench):
    """Another processor than the server's, where there is one."""
    others = os.sched_getaffinity(0) - {bench.cpu}
    return min(others) if others else bench.cpu


def pinned(cpu, command):
    return ["taskset", "-c", str(cpu)] + command


def forget_branches(bench):
    """Those of the variant before, which were at about the same addresses."""
    common.run(pinned(bench.cpu, [os.path.join(bench.build, "bench", "forget")]))


def judge(name, status):
    """Breaks where a program did not end as it should."""
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        raise common.Broken("%s: stopped by signal %d" % (name, -code))
    if code:
        raise common.Broken("%s: exit code %d" % (name, code))


def compute(bench, program, directory, times):
    """Output and CPU seconds of a program that ends by itself."""
    command = [os.path.join(directory, program)]
    if program == "lua":
        command.append(os.path.join(HERE, "workload.lua"))
    process = subprocess.Popen(
        pinned(bench.cpu, command + [str(times)]), stdout=subprocess.PIPE, text=True
    )
    with process.stdout as pipe:
        output = pipe.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = 0  # waited for above
    judge(directory, status)
    return output, usage.ru_utime + usage.ru_stime


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(port):
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False


class Server:
    """A server that runs while the block does, and that must end well."""

    def __init__(self, bench, name, command, port):
        self.name = name
        self.log = os.path.join(bench.work, "server.log")
        self.port = port
        self.command = pinned(bench.cpu, command)

    def __enter__(self):
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log)
        deadline = time.monotonic() + SERVER_START
        while not answers(self.port):
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.process.kill()
                raise common.Broken(
                    "%s: does not start (%s), see %s"
                    % (self.name, self.process.wait(), self.log)
                )
            time.sleep(0.02)
        return self

    def cpu_seconds(self):
        """The process's own clock: see CPUCLOCK_SCHED in the kernel."""
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def __exit__(self, kind, *_):
        self.process.terminate()
        try:
            code = self.process.wait(SERVER_START)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        if code and kind is None:
            raise common.Broken("%s: ended with %d, see %s" % (self.name, code, self.log))


def redis_server(bench, directory, port):
    command = [os.path.join(directory, "redis"), "--port", str(port), "--save", ""]
    command += ["--bind", "127.0.0.1", "--appendonly", "no", "--daemonize", "no"]
    return Server(bench, directory, command, port)


def redis_client(bench, port, seconds):
    """Requests that were answered, in about so many seconds."""
    count = int(8000 * seconds)
    lines = common.run(
        pinned(
            client_cpu(bench),
            [common.need("redis-benchmark", "redis-tools"), "-p", str(port), "--csv"]
            + ["-c", "8", "-P", "4", "-n", str(count), "-t", REDIS_TESTS],
        )
    ).splitlines()[1:]
    # One more than there are words: lrange fills its list first.
    if len(lines) != len(REDIS_TESTS.split(",")) + 1:
        raise common.Broken("redis-benchmark: %d tests ended" % len(lines))
    return count * len(lines)


def nginx_server(bench, directory, port):
    root = os.path.join(bench.work, "root")
    shutil.rmtree(root, ignore_errors=True)
    os.makedirs(root)
    with open(os.path.join(root, "index.html"), "w") as file:
        file.write("<p>%s</p>\n" % ("hello " * 100))
    with open(os.path.join(HERE, "nginx.conf.in")) as file:
        text = file.read().replace("@DIR@", root).replace("@PORT@", str(port))
    configuration = os.path.join(root, "nginx.conf")
    with open(configuration, "w") as file:
        file.write(text)
    os.chmod(bench.work, 0o755)
    command = [os.path.join(directory, "nginx"), "-c", configuration]
    return Server(bench, directory, command, port)


def nginx_client(bench, port, seconds):
    output = common.run(
        pinned(
            client_cpu(bench),
            [common.need("wrk", "wrk"), "-t", "1", "-c", "16"]
            + ["-d", "%ds" % max(1, round(seconds)), "http://127.0.0.1:%d/" % port],
        )
    )
    if re.search(r"Non-2xx|Socket errors", output):
        raise common.Broken("nginx: requests failed: %s" % output)
    return int(re.search(r"(\d+) requests in", output).group(1))


SERVERS = {
    "redis": (redis_server, redis_client),
    "nginx": (nginx_server, nginx_client),
}


def serve(bench, program, directory, seconds):
    """Microseconds of the server's CPU for each request."""
    start, client = SERVERS[program]
    with start(bench, directory, free_port()) as server:
        client(bench, server.port, seconds / 4)
        begin = server.cpu_seconds()
        requests = client(bench, server.port, seconds)
        return 1e6 * (server.cpu_seconds() - begin) / requests


def build(bench, programs):
    """The directory of each variant of each, with the checks it should have."""
    built = common.build_programs(bench, programs)
    for program in programs:
        stock = os.path.join(built[program, "stock"], program)
        count = sum(common.sites(bench.audit, stock))
        if not count:
            raise common.Broken("%s: no kCFI checks" % stock)
        for variant in common.VARIANTS:
            bench.expect_sites(
                os.path.join(built[program, variant], program),
                count if variant == "plugin" else 0,
                count if variant == "stock" else 0,
            )
        bench.say("%s: %d checks" % (program, count))
    return built


def measure(bench):
    programs = list(TIMES) + list(SERVERS)
    built = build(bench, programs)
    for program in programs:
        rounds = QUICK_ROUNDS if bench.quick else ROUNDS[program]
        outputs = set()
        for round_ in range(rounds):
            for variant in common.VARIANTS:
                directory = built[program, variant]
                forget_branches(bench)
                if program in TIMES:
                    times = 1 if bench.quick else TIMES[program]
                    output, seconds = compute(bench, program, directory, times)
                    outputs.add(output)
                    metrics = {"cpu_ms": 1000 * seconds}
                else:
                    seconds = 0.2 if bench.quick else SECONDS
                    used = serve(bench, program, directory, seconds)
                    metrics = {"cpu_us_per_request": used}
                bench.sample({"program": program}, variant, round_, metrics)
            bench.say("%s: round %d of %d" % (program, round_ + 1, rounds))
        if len(outputs) > 1:
            raise common.Broken("%s: variants print %s" % (program, json.dumps(list(outputs))))


if __name__ == "__main__":
    sys.exit(common.main("programs", measure, __doc__))
