# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# with-core.py COMMAND... - runs a command that may leave a core.
import os
import resource
import sys

hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
os.execvp(sys.argv[1], sys.argv[1:])
