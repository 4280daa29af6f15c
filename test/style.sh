#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What a reviewer should not have to look for: formatting, shell pitfalls, and a
# licence line in every file.
#
#   usage: style.sh SOURCE CLANG_FORMAT
set -u
cd "$1" || exit 1
clang_format=$2 status=0

git ls-files | grep -q . || {
  echo "style: no files; git must know this tree" >&2
  exit 1
}

files() { git ls-files -- "$@" | grep -v '/Inputs/'; }

# Tests with RUN lines and prose for FileCheck keep their own line breaks.
files 'pass/*' 'include/*' 'tools/*' 'kernel/*' 'bench/*' 'test/*' | grep '\.\(c\|h\|cpp\)$' |
  grep -v '^test/\(pass\|run\|report\|link\|audit\)/' |
  xargs "$clang_format" --dry-run -Werror || status=1

{
  files '*.sh' '.ci/run' 'kernel/*' 'test/equal' | xargs grep -lE '^(#!.*sh|# shellcheck shell=.*)$'
} | sort -u | xargs shellcheck -x || status=1

git ls-files | grep -v '^LICENSE$\|\.md$\|^bench/results/\|\.json$\|corpus\|\.in$' |
  xargs grep -L 'SPDX-License-Identifier' | grep . && {
  echo "style: no licence line in the files above" >&2
  status=1
}
exit $status
