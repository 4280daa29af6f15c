# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# How the tests run: every tool by its full path, nothing from the caller's PATH
# but the system's own programs.
import os
import re
import shutil
import subprocess

import lit.formats

config.name = "kcfi-opt"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".cpp", ".ll", ".mir", ".s", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.build_dir, "test")

config.environment["PATH"] = os.pathsep.join(
    [
        os.path.join(config.build_dir, "tools"),
        config.llvm_tools_dir,
        config.environment["PATH"],
    ]
)

# A plugin under ASan needs its runtime to be there first; LLVM leaks on purpose.
if config.sanitize:
    runtime = subprocess.check_output(
        [config.host_cc, "-print-file-name=libasan.so"], text=True
    )
    config.environment["LD_PRELOAD"] = runtime.strip()
    config.environment["ASAN_OPTIONS"] = "detect_leaks=0"

plugin = config.plugin
include = os.path.join(config.source_dir, "include")
clang = os.path.join(config.llvm_tools_dir, "clang")

equal = "sh " + os.path.join(config.test_source_root, "equal") + " " + plugin + " %t.d"
# clang 23 writes .prefalign, which no GNU as up to 2.46 knows.
if config.llvm_version_major < 23:
    config.available_features.add("gas")
else:
    equal += " -no-gas"

config.available_features.add("llvm-%d" % config.llvm_version_major)

# An LLVM that the plugin refuses, and a rustc on the plugin's own.
if shutil.which("clang-14"):
    config.available_features.add("clang-14")
# It has an allocator of its own, which ASan's runtime does not get along with.
rustc = shutil.which("rustc", path=config.environment["PATH"])
if rustc and not config.sanitize:
    version = subprocess.run([rustc, "-vV"], capture_output=True, text=True).stdout
    found = re.search(r"^LLVM version: (\d+)", version, re.MULTILINE)
    if found and int(found[1]) == config.llvm_version_major:
        config.available_features.add("rustc")

# Longer names first: lit replaces them in this order.
config.substitutions += [
    ("%host_cc", config.host_cc),
    ("%include", include),
    ("%plugin", plugin),
    # Stock and with the plugin, the same but for the sites: see the script.
    ("%equal", equal),
    # clang as a kernel build calls it, without and with the plugin.
    ("%clang_stock", clang + " -fsanitize=kcfi"),
    (
        "%clang_opt",
        clang + " -fsanitize=kcfi -mllvm -verify-machineinstrs -fplugin=" + plugin,
    ),
    ("%llc_opt", "llc -verify-machineinstrs -load=" + plugin),
]
