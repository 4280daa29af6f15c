# shellcheck shell=sh disable=SC2154 # variables of kernel/build
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sourced by kernel/build: configures and compiles a stock kernel, in $out/stock,
# and one with the plugin, in $out/opt; with --apply also a stock one of the source
# as it was, in $out/plain.

plugin=$PWD/build/pass/kcfi_opt.so
objtool=$PWD/build/tools/kcfi-objtool

# What would tell two builds of the same source apart.
export KBUILD_BUILD_TIMESTAMP='Thu Jan  1 00:00:00 UTC 1970'
export KBUILD_BUILD_USER=kcfi-opt KBUILD_BUILD_HOST=kcfi-opt
export KBUILD_BUILD_VERSION=1

# make, in the tree of KIND, with all that configuration and build must agree on.
# In place of the shell that runs this, so that it can be interrupted: see logged.
make_kernel() {
  make_kind=$1
  shift
  cc=clang-$llvm ld=ld.lld-$llvm
  ! command -v ccache >/dev/null || cc="ccache $cc"
  if [ "$make_kind" = opt ] && [ "$apply" = n ]; then
    [ "$lto" = none ] ||
      ld="$ld -mllvm -load=$plugin -mllvm -kcfi-opt-trap=insn"
    set -- objtool="$objtool" \
      KCFLAGS="-fplugin=$plugin -mllvm -kcfi-opt-trap=insn" "$@"
  fi
  exec make -C "$(tree_of "$make_kind")" O="$out/$make_kind" LLVM="-$llvm" \
    CC="$cc" LD="$ld" "$@"
}

# The tree that KIND is built from.
tree_of() { [ "$1" = plain ] && echo "$source" || echo "$tree"; }

# Runs a command with its output in LOG, which a terminal shows the last line of.
logged() {
  log=$1
  shift
  "$@" >>"$log" 2>&1 </dev/null &
  child=$!
  trap 'kill "$child" 2>/dev/null; exit 130' INT TERM
  while [ -t 1 ] && kill -0 "$child" 2>/dev/null; do
    printf '\r\033[K%.70s' "$(tail -n 1 "$log")"
    sleep 1
  done
  [ ! -t 1 ] || printf '\r\033[K'
  status=0
  wait "$child" || status=$?
  trap - INT TERM
  return "$status"
}

# As logged, and where it fails, ends the program with what went wrong.
logged_or_die() {
  what=$1
  shift
  logged "$@" && return 0
  grep -q 'No space left on device' "$log" &&
    die "disk full while $what (log: $log)"
  die "$what failed: $(grep -iE '(error|kcfi-objtool):|\*\*\*' "$log" |
    tail -n 5) (log: $log)"
}

# The configuration asked for, as lines of CONFIG_NAME=VALUE.
options() {
  cat kernel/test.config
  echo "CONFIG_X86_KERNEL_IBT=$fineibt"
  echo "CONFIG_MITIGATION_RETPOLINE=$retpoline"
  case $lto in
  none) ;;
  thin) echo CONFIG_LTO_CLANG_THIN=y ;;
  full) echo CONFIG_LTO_CLANG_FULL=y ;;
  esac
  printf '%s' "$extra"
}

# What the plugin's kernel has besides: with --apply its Kconfig has the plugin.
plugin_options() {
  echo "# $(cksum <"$plugin")"
  [ "$apply" = y ] || return 0
  echo "CONFIG_CFI_PLUGIN=\"$plugin\""
  echo "CONFIG_CFI_PLUGIN_OPTIONS=\"-kcfi-opt-trap=$trap\""
}

# Makes $out/KIND anew with its .config, unless it is from the same source, plugin
# and options already: make does not know when the plugin has changed.
configure() {
  wanted=$out/$1.wanted
  {
    echo "# $(tree_of "$1")"
    options
    [ "$1" != opt ] || plugin_options
  } >"$wanted.new"
  [ ! -f "$out/$1/.config" ] || ! cmp -s "$wanted" "$wanted.new" || return 0
  step "configuring $1"
  rm -rf "$wanted" "$out/$1.log" "$out/$1.time" "${out:?}/$1"
  mkdir -p "$out/$1"
  logged_or_die "configuring" "$out/$1.log" make_kernel "$1" tinyconfig
  "$tree/scripts/kconfig/merge_config.sh" -m -O "$out/$1" \
    "$out/$1/.config" "$wanted.new" >>"$out/$1.log" 2>&1
  logged_or_die "configuring" "$out/$1.log" make_kernel "$1" olddefconfig
  check_config "$out/$1/.config" "$wanted.new"
  mv "$wanted.new" "$wanted"
}

has_config() { grep -q "^CONFIG_$1=y" "$out/opt/.config"; }

# Whether the configuration FILE has LINE; =n is what it does not have.
has_line() {
  case $2 in
  *=n) ! grep -q "^${2%n}" "$1" ;;
  *) grep -qx "$2" "$1" ;;
  esac
}

# Kconfig drops what it cannot have, without a word.
check_config() {
  grep -Eq '^CONFIG_CFI(_CLANG)?=y' "$1" ||
    die "this kernel cannot have kCFI: $1"
  grep '^CONFIG_' "$2" | grep -Ev '^CONFIG_CFI(_CLANG)?=' |
    while read -r line; do
      has_line "$1" "$line" || echo "$line"
    done >"$out/missing"
  [ ! -s "$out/missing" ] ||
    die "this kernel cannot be configured so:" \
      "$(tr '\n' ' ' <"$out/missing")(in $1)"
}

# Hundredths of a second that this shell's children have spent in user mode.
user_time() { awk '{ print $16 }' "/proc/$$/stat"; }

compile() {
  need_space "$out" 500 "a kernel"
  step "compiling $1"
  before=$(user_time)
  logged_or_die "compiling $1" "$out/$1.log" \
    make_kernel "$1" -j "$jobs" vmlinux modules bzImage
  # A build that was interrupted goes on: its parts add up.
  echo $(($(user_time) - before + $(cat "$out/$1.time" 2>/dev/null || echo 0))) \
    >"$out/$1.time"
}

# LKDTM is in the kernel; here it is a module too, under another name. Its path
# is the same for both kernels: objects hold it.
compile_module() {
  module=$out/lkdtm
  rm -rf "$module"
  cp -r "$source/drivers/misc/lkdtm" "$module"
  cp kernel/module/exports.c "$module/"
  sed -i 's/lkdtm\.o/lkdtm_mod.o/; s/^lkdtm-/lkdtm_mod-/' "$module/Makefile"
  echo 'lkdtm_mod-m += exports.o' >>"$module/Makefile"
  logged_or_die "compiling a module for $1" "$out/$1.log" \
    make_kernel "$1" -j "$jobs" M="$module" CONFIG_LKDTM=m modules
  mkdir -p "$out/$1/lkdtm"
  cp "$module"/*.ko "$module"/*.o "$out/$1/lkdtm"
  rm -rf "$module"
}

# $out/odd_checks.ko, for a kernel that reports those checks too. Its checks are
# its own, not a compiler's: it is no part of either build.
compile_odd_checks() {
  module=$out/odd_checks
  rm -rf "$module"
  mkdir -p "$module"
  cp kernel/module/odd_checks.c "$module/"
  echo 'obj-m := odd_checks.o' >"$module/Makefile"
  logged_or_die "compiling a module of odd checks" "$out/stock.log" \
    make_kernel stock M="$module" modules
  mv "$module/odd_checks.ko" "$out/"
  rm -rf "$module"
}
