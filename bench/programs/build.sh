#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds a real program, all of it with the same flags: to OUT/PROGRAM, objects
# in OUT.
#
#   usage: build.sh PROGRAM SOURCE OUT CLANG FLAG...
#
# SOURCE: Debian's source package, unpacked, which is not written to.
# LDFLAGS in the environment: what else nginx is linked with.
set -eu
here=$(dirname "$(realpath "$0")")
program=$1 source=$2 out=$3 clang=$4
shift 4

build_lua() {
  mkdir "$out/src"
  cp "$source"/src/*.[ch] "$out/src"
  cd "$out/src"
  # What Debian's own build generates.
  echo '#define DEB_HOST_MULTIARCH "x86_64-linux-gnu"' >lua5.4-deb-multiarch.h
  for file in l*.c; do
    [ "$file" = luac.c ] || "$clang" -std=gnu99 -O2 -DLUA_COMPAT_5_3 \
      -DLUA_USE_LINUX "$@" -c "$file" -o "$out/$file.o"
  done
  "$clang" -fuse-ld=lld "$out"/*.o -o "$out/lua" -Wl,-E,--build-id=none -lm -ldl
}

# expat, with the driver in parse.c.
build_expat() {
  mkdir "$out/config"
  echo '#define HAVE_GETRANDOM 1
#define XML_NS 1
#define XML_DTD 1
#define XML_CONTEXT_BYTES 1024
#define BYTEORDER 1234' >"$out/config/expat_config.h"
  for file in "$source"/expat/lib/xml*.c "$here/parse.c"; do
    case $file in
    *xmltok_impl.c | *xmltok_ns.c) ;; # included by xmltok.c
    *) "$clang" -O2 "$@" -I"$out/config" -I"$source/expat/lib" -c "$file" \
      -o "$out/$(basename "$file").o" ;;
    esac
  done
  "$clang" -fuse-ld=lld "$out"/*.o -o "$out/expat"
}

# The server, with libc's allocator. Functions declared with () are called
# through pointers to functions without arguments, which C23 makes the same.
build_redis() {
  cp -r "$source" "$out/src"
  make -C "$out/src/src" MALLOC=libc USE_SYSTEMD=no BUILD_TLS=no DEBUG= \
    OPTIMIZATION=-O2 REDIS_CFLAGS='-std=gnu2x -w' LDFLAGS=-fuse-ld=lld \
    CC="$clang $*" redis-server
  cp "$out/src/src/redis-server" "$out/redis"
}

# Serves files, without the modules that call other libraries' functions, and
# without the line of flags that it would keep, another in each variant.
build_nginx() {
  cp -r "$source" "$out/src"
  cd "$out/src"
  ./configure --with-cc="$clang" --prefix=/nonexistent \
    --with-ld-opt="-fuse-ld=lld ${LDFLAGS-}" \
    --with-cc-opt="-O2 -w -fsanitize-ignorelist=$here/nginx.ignorelist $*" \
    --without-http_rewrite_module --without-http_gzip_module --without-pcre
  sed -i '/NGX_CONFIGURE/d' objs/ngx_auto_config.h
  echo '#define NGX_CONFIGURE ""' >>objs/ngx_auto_config.h
  make
  cp objs/nginx "$out/nginx"
}

rm -rf "$out"
mkdir -p "$out"
# Debug information names directories, which differ.
set -- "-ffile-prefix-map=$out=." "$@"
"build_$program" "$@"
