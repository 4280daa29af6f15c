# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The machinery: a workload of known cost comes out right, a broken one breaks."""
import argparse
import contextlib
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest

import common
import report
import stats

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.environ["BENCH_BUILD"]
CLANG = os.environ["BENCH_CLANG"]
CALLSITES = os.path.join(common.HERE, "callsites")


def part(name):
    """The measure.py of a part, as a module of its own."""
    path = os.path.join(common.HERE, name, "measure.py")
    spec = importlib.util.spec_from_file_location("measure_" + name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Case(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.out = directory.name

    def bench(self, name="callsites"):
        options = argparse.Namespace(
            build=BUILD, clang=CLANG, out=self.out, quick=True, kernel=None, sites=None,
            cpu=max(os.sched_getaffinity(0))
        )
        return common.Bench(name, options)

    def fake(self, name, *flags):
        output = os.path.join(self.out, name + ".so")
        source = os.path.join(HERE, "fake.c")
        common.run(
            [CLANG, "-O1", "-fPIC", "-shared", "-I" + CALLSITES, source]
            + ["-Wno-cast-function-type-mismatch", "-o", output]
            + list(flags)
        )
        return "%s=%s" % (name, output)

    def runner(self, *words, **options):
        return subprocess.run(
            [os.path.join(BUILD, "bench", "callsites-runner")]
            + ["-n", "1024", "-w", "64"]
            + list(words),
            capture_output=True,
            text=True,
            check=False,
            **options,
        )


class Runner(Case):
    def ratio(self, a, b):
        done = self.runner("-r", "25", a, b)
        self.assertEqual(done.returncode, 0, done.stderr)
        samples = [json.loads(line) for line in done.stdout.splitlines()]
        order = [sample["variant"] for sample in samples]
        self.assertEqual(order, ["a", "b"] * 25)
        times = [
            [s["ns_per_call"] for s in samples if s["variant"] == name]
            for name in ("a", "b")
        ]
        return stats.ratio(*times)

    def assert_within(self, found, true):
        self.assertLessEqual(found.low * 0.97, true, found)
        self.assertGreaterEqual(found.high * 1.03, true, found)

    def test_twice_the_work_takes_twice_the_time(self):
        a, b = self.fake("a", "-DCOST=2"), self.fake("b", "-DCOST=1")
        self.assert_within(self.ratio(a, b), 2)
        self.assert_within(self.ratio(b.replace("b=", "a="), a.replace("a=", "b=")), 0.5)

    def test_the_same_work_takes_the_same_time(self):
        a, b = self.fake("a", "-DCOST=1"), self.fake("b", "-DCOST=1")
        self.assert_within(self.ratio(a, b), 1)

    def test_a_trap_ends_the_run(self):
        plugin = "-fplugin=" + os.path.join(BUILD, "pass", "kcfi_opt.so")
        for flags in ([], [plugin]):
            wrong = self.fake("b", "-DCOST=1", "-DWRONG", "-fsanitize=kcfi", *flags)
            done = self.runner("-r", "1", self.fake("a", "-DCOST=1"), wrong)
            self.assertEqual(done.returncode, 1)
            self.assertIn("b: stopped by signal 4", done.stderr)
            self.assertEqual(len(done.stdout.splitlines()), 1)

    def test_a_call_left_out_ends_the_run(self):
        done = self.runner("-r", "1", self.fake("a", "-DCOST=1", "-DSKIP"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("do not add up", done.stderr)
        self.assertEqual(done.stdout, "")

    def test_the_files_of_a_module_take_turns(self):
        one, two = (self.fake(name, "-DCOST=1") for name in "ab")
        files = ",".join(word.partition("=")[2] for word in (one, two))
        self.assertEqual(self.runner("-r", "3", "a=" + files).returncode, 0)
        for rounds, code in (("2", 0), ("3", 1)):
            missing = "a=%s,/nonexistent.so" % files
            self.assertEqual(self.runner("-r", rounds, missing).returncode, code)

    def test_what_is_no_module_ends_the_run(self):
        for words in (["a=/nonexistent.so"], ["a"], [], ["-r", "x", "a=b"]):
            self.assertEqual(self.runner(*words).returncode, 1, words)


class Parts(Case):
    def test_wrong_site_counts_break(self):
        bench, made = self.bench(), os.path.join(self.out, "a.o")
        for variant, counts in (("none", (0, 0)), ("stock", (0, 1)), ("plugin", (1, 0))):
            common.run(
                [CLANG, "-O1", "-fPIC", "-DCOST=1", "-I" + CALLSITES, "-o", made]
                + bench.flags(variant)
                + ["-c", os.path.join(HERE, "fake.c")]
            )
            bench.expect_sites(made, *counts)
            with self.assertRaises(common.Broken):
                bench.expect_sites(made, counts[0] + 1, counts[1])

    def test_the_control_has_no_branch_and_nothing_else_changed(self):
        made = os.path.join(self.out, "a-plugin.o")
        common.run(
            [CLANG, "-O1", "-fPIC", "-DCOST=1", "-I" + CALLSITES, "-o", made]
            + self.bench().flags("plugin")
            + ["-c", os.path.join(HERE, "fake.c")]
        )
        control = part("callsites").without_branch(made, 1)
        with open(made, "rb") as file, open(control, "rb") as other:
            plugin, nop = file.read(), other.read()
        self.assertEqual(nop.find(b"\x0f\x1f\x40\x00"), plugin.find(b"\x75\x01\xa8\xd6"))
        self.assertEqual(sum(a != b for a, b in zip(plugin, nop)), 4)
        self.assertEqual(len(plugin), len(nop))
        with self.assertRaises(common.Broken):
            part("callsites").without_branch(made, 2)

    def test_what_breaks_leaves_no_samples(self):
        stale = self.bench()
        stale.finish()

        def breaks(bench):
            bench.sample({}, "none", 0, {})
            raise common.Broken("on purpose")

        words = ["--build", BUILD, "--clang", CLANG, "--out", self.out]
        self.assertEqual(common.main("callsites", breaks, "", words), 1)
        self.assertFalse(os.path.exists(stale.file))

    def test_something_made_is_made_again_when_its_inputs_change(self):
        bench = self.bench()
        source, output = (os.path.join(self.out, name) for name in ("in", "out"))
        for text in ("one", "one", "two"):
            with open(source, "w") as file:
                file.write(text)
            bench.make(output, ["cp", source, output], [source])
            with open(output) as file:
                self.assertEqual(file.read(), text)

    def test_other_numbers_of_sites(self):
        parser = common.arguments("")
        self.assertEqual(parser.parse_args(["--sites", "64,12288"]).sites, [64, 12288])
        for wrong in ("0", "64,", "x"):
            with self.assertRaises(SystemExit), open(os.devnull, "w") as null:
                with contextlib.redirect_stderr(null):
                    parser.parse_args(["--sites", wrong])

    def test_model_of_a_site(self):
        script = os.path.join(CALLSITES, "mca.sh")
        mca = common.run([CLANG, "-print-prog-name=llvm-mca"]).strip()
        lines = common.run(["sh", script, "znver4", mca]).splitlines()
        counts = {line.split()[0]: int(line.split()[1]) for line in lines}
        self.assertEqual(counts, {"none": 2, "stock": 6, "plugin": 7, "control": 6})
        with self.assertRaisesRegex(common.Broken, "not found"):
            common.run(["sh", script, "znver4", "/nonexistent"])

    def test_call_sites_from_generator_to_report(self):
        measure = part("callsites")
        measure.QUICK_SITES = {"packed": [1, 256], "spread": [64]}
        measure.QUICK_RUN = ["-r", "2", "-n", "256", "-w", "1"]
        bench = self.bench()
        measure.measure(bench)
        bench.finish()
        with open(report.write(self.out)) as file:
            text = file.read()
        self.assertIn("Quick mode", text)
        self.assertIn("thunk with retpoline, spread, many targets a site", text)
        self.assertIn("| 256 |", text)
        self.assertIn("kcfi-opt / check without branch", text)
        for name in ("direct-packed-one", "thunk-with-jump-spread-many"):
            plot = os.path.join(self.out, "callsites-%s.svg" % name)
            self.assertGreater(os.path.getsize(plot), 1000)


class Size(Case):
    def test_the_plugin_changes_no_size(self):
        bench, found = self.bench("size"), {}
        for variant in common.VARIANTS:
            made = os.path.join(self.out, variant + ".o")
            source = os.path.join(HERE, "fake.c")
            common.run(
                [CLANG, "-O1", "-fPIC", "-DCOST=1", "-I" + CALLSITES, "-o", made]
                + bench.flags(variant)
                + ["-c", source]
            )
            found[variant] = part("size").sizes(bench, [made, made])
        part("size").judge("it", found)
        grown = dict(found["plugin"], text_bytes=1 + found["plugin"]["text_bytes"])
        with self.assertRaises(common.Broken):
            part("size").judge("it", dict(found, plugin=grown))
        self.assertEqual(found["stock"]["checks"], 2)
        self.assertEqual(found["stock"]["trap_bytes"], 8)
        self.assertEqual(found["none"]["checks"], 0)
        self.assertLess(found["none"]["text_bytes"], found["stock"]["text_bytes"])


class Compile(Case):
    def test_a_kernel_file_is_compiled_as_its_build_did(self):
        bench = self.bench("compile")
        bench.quick = False
        os.mkdir(os.path.join(self.out, "fs"))
        with open(os.path.join(self.out, "fs", ".namei.o.cmd"), "w") as file:
            file.write(
                "savedcmd_fs/namei.o := ccache cc -Wp,-MMD,fs/.namei.o.d -DA='\"b c\"'"
                " -fsanitize=kcfi -fplugin=x.so -c -o fs/namei.o ../fs/namei.c"
                " ; ./objtool fs/namei.o\n\nsource_fs/namei.o := x\n"
            )
        self.assertEqual(
            list(part("compile").kernel_commands(bench, self.out)),
            [("linux fs/namei.c", self.out, ["cc", '-DA="b c"', "-c", "../fs/namei.c"])],
        )


class Boot(Case):
    def test_facts_of_boots_are_counted(self):
        bench = self.bench("boot")
        bench.build = self.out
        directory = os.path.join(self.out, "kernel", "7.3", "default")
        os.makedirs(directory)
        for build, tail in (("stock", 9116), ("opt", 0)):
            with open(os.path.join(directory, build + ".main.facts"), "w") as file:
                file.write(
                    "fact text-checks 2279\nfact text-check-bytes 18232\n"
                    "fact text-tail-bytes %d\nfact report x\ndone\n" % tail
                )
        with open(os.path.join(directory, "stock.off.facts"), "w") as file:
            file.write("fact cfi off\n")
        part("boot").measure(bench)
        bench.finish()
        with open(report.write(self.out)) as file:
            text = file.read()
        self.assertIn("| 7.3 | default | main | 2279 | 2279 | 1.0000 |", text)
        self.assertIn("| 7.3 | default | main | 9116 | 0 |  |", text)


class Programs(Case):
    serving = (
        "import http.server, signal, sys\n"
        "signal.signal(signal.SIGTERM, lambda *_: sys.exit(%d))\n"
        "http.server.HTTPServer(('127.0.0.1', int(sys.argv[1])), None).serve_forever()"
    )

    def server(self, script):
        measure = part("programs")
        port = measure.free_port()
        command = [sys.executable, "-c", script, str(port)]
        return measure.Server(self.bench("programs"), "it", command, port)

    def test_a_program_that_traps_breaks(self):
        source = os.path.join(self.out, "trap.c")
        with open(source, "w") as file:
            file.write("int main(void) { __builtin_trap(); }")
        common.run([CLANG, source, "-o", os.path.join(self.out, "expat")])
        with self.assertRaisesRegex(common.Broken, "signal 4"):
            part("programs").compute(self.bench("programs"), "expat", self.out, 1)

    def test_a_server_that_does_not_start_breaks(self):
        with self.assertRaisesRegex(common.Broken, "does not start"):
            with self.server("import os; os.kill(os.getpid(), 4)"):
                self.fail("started")

    def test_a_server_that_ends_badly_breaks(self):
        with self.server(self.serving % 0) as server:
            self.assertGreater(server.cpu_seconds(), 0)
        with self.assertRaisesRegex(common.Broken, "ended with 3"):
            with self.server(self.serving % 3):
                pass
        with self.assertRaisesRegex(common.Broken, "ended with -4"):
            with self.server(self.serving % 0) as server:
                os.kill(server.process.pid, 4)
                server.process.wait()


class Report(Case):
    def samples(self, times, counts={}):
        bench = self.bench()
        case = {"calls": "direct", "footprint": "packed", "targets": "one", "sites": 8192}
        for round_ in range(5):
            for variant, time in zip(report.NAMES, times + (times[0],)):
                metrics = {"calls": 1000, "ns_per_call": time}
                bench.sample(case, variant, round_, dict(metrics, **counts))
        bench.finish()
        with open(report.write(self.out)) as file:
            return file.read()

    def test_known_samples_give_known_numbers(self):
        text = self.samples((10, 11, 20, 10.5))
        self.assertIn(
            "| 8192 | 10.00 | 11.00 | 20.00 | 10.50 | 10.00 |"
            " 2.0000 | 1.0500 | 0.5250 | 1.0500 |",
            text,
        )
        self.assertIn("| 0.600 | 0.5250 | 8192 | holds |", text)
        self.assertNotIn("missed", text)

    def test_a_bound_that_is_missed_is_said(self):
        text = self.samples((10, 11, 20, 12.5))
        self.assertIn("| 0.600 | 0.6250 | 8192 | missed |", text)
        self.assertIn("| 1.050 | 1.2500 | 8192 | missed |", text)

    def test_counters_become_rates(self):
        counts = {"indirect_branches": 2000, "indirect_branch_misses": 50, "cycles": 9000}
        text = self.samples((10, 11, 20, 12), counts)
        self.assertIn("| 8192 | kcfi-opt | 0.025000 | 2.0000 | 0.0500 | 9.0000 |", text)
        self.assertNotIn("Counted", self.samples((10, 11, 20, 12)))

    def test_time_that_others_took_is_said(self):
        text = self.samples((10, 11, 20, 12), {"wall_ns_per_call": 30})
        self.assertIn("this machine was not quiet", text)

    def test_what_was_not_measured_is_said(self):
        with open(report.write(self.out)) as file:
            self.assertEqual(file.read().count("Not measured."), len(report.PARTS))


if __name__ == "__main__":
    unittest.main()
