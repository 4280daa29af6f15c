# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# How the tests run: every tool by its full path, nothing from the caller's PATH
# but the system's own programs.
import os

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

plugin = os.path.join(config.build_dir, "pass", "kcfi_opt.so")
include = os.path.join(config.source_dir, "include")
clang = os.path.join(config.llvm_tools_dir, "clang")

# Longer names first: lit replaces them in this order.
config.substitutions += [
    ("%host_cc", config.host_cc),
    ("%include", include),
    ("%plugin", plugin),
    # Stock and with the plugin, the same but for the sites: see the script.
    (
        "%equal",
        "sh " + os.path.join(config.test_source_root, "equal") + " " + plugin + " %t.d",
    ),
    # clang as a kernel build calls it, without and with the plugin.
    ("%clang_stock", clang + " -fsanitize=kcfi"),
    (
        "%clang_opt",
        clang + " -fsanitize=kcfi -mllvm -verify-machineinstrs -fplugin=" + plugin,
    ),
    ("%llc_opt", "llc -verify-machineinstrs -load=" + plugin),
]
