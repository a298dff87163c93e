#!/usr/bin/env bash
# Unpacks Emscripten 6 into a private folder on Debian 12, touching nothing of the system. About 10 s and 520 MB.
#   install-emscripten.sh STAGING FINAL [PACKAGES]
# Files go to STAGING, which the caller renames to FINAL when this script succeeds; paths written into them are FINAL's.
# PACKAGES: a folder that holds emscripten, binaryen, libc6, libstdc++6 and libgcc-s1 of a newer Debian suite (they are
# architecture-independent or run by their own loader). Without it they are downloaded from the suite $SUITE (default
# forky) of the mirror that apt is configured with. clang, lld and llvm 22 come from the configured suite itself.
set -euo pipefail
staging=$(realpath -m "$1") final=$(realpath -m "$2") packages=${3:-} suite=${SUITE:-forky}
triple=x86_64-linux-gnu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The mirrors that apt is configured with; a machine has only some of these files.
mirrors() {
  sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/*.sources 2>/dev/null | cut -d' ' -f1 || true
  sed -n 's/^deb \(\[[^]]*\] \)\?\([^ ]*\) .*/\2/p' /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null || true
}

download_newer() {
  local from
  from=$(mirrors | sed -n 1p)
  [[ -n $from ]] || { echo "install-emscripten: no Debian mirror is configured" >&2; exit 1; }
  mkdir -p "$work"/apt/{lists,cache/archives}/partial
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $from $suite main" >"$work/apt/sources.list"
  local options=(-qq -o Acquire::Check-Valid-Until=false -o Dir::Etc::sourcelist="$work/apt/sources.list"
    -o Dir::Etc::sourceparts=/dev/null -o Dir::State::lists="$work/apt/lists" -o Dir::Cache="$work/apt/cache"
    -o APT::Sandbox::User=root)
  apt-get "${options[@]}" update
  (cd "$work/newer" && apt-get "${options[@]}" download emscripten binaryen libc6 libstdc++6 libgcc-s1)
}

download_llvm() {
  apt-cache show clang-22 >/dev/null 2>&1 || apt-get -qq update
  (cd "$work/llvm" && apt-get -qq -o APT::Sandbox::User=root download clang-22 lld-22 llvm-22 libclang-cpp22 \
    libclang-common-22-dev libllvm22 llvm-22-linker-tools)
}

# A script FILE that runs the given command line with its own arguments.
wrapper() {
  local file=$1
  shift
  printf '#!/bin/sh\n%s "$@"\n' "$*" >"$file"
  chmod +x "$file"
}

# Binaryen needs a newer C library than the system's: its loader and libraries came along.
wrap_binaryen() {
  local libraries=$final/runtime/usr/lib/$triple tool
  mkdir -p "$staging/binaryen/bin"
  for tool in "$staging"/runtime/usr/bin/wasm*; do
    wrapper "$staging/binaryen/bin/${tool##*/}" exec "$libraries/ld-linux-x86-64.so.2" \
      --library-path "$libraries" "$final/runtime/usr/bin/${tool##*/}"
  done
}

wrap_llvm() {
  local tool
  mkdir -p "$staging/llvm/bin"
  for tool in clang clang++ wasm-ld llvm-ar llvm-nm llvm-ranlib llvm-objcopy llvm-objdump llvm-dwarfdump llvm-dwp \
    llvm-cxxfilt llvm-strip llvm-symbolizer llvm-size clang-scan-deps; do
    [[ -e $staging/llvm/usr/lib/llvm-22/bin/$tool ]] || continue
    wrapper "$staging/llvm/bin/$tool" "LD_LIBRARY_PATH=$final/llvm/usr/lib/$triple" \
      exec "$final/llvm/usr/lib/llvm-22/bin/$tool"
  done
}

# Debian's Emscripten expects its own LLVM, looks for Node tools in Debian's places, and dropped a flag that lld 22 needs.
patch_emscripten() {
  local em=$1
  sed -i 's/^EXPECTED_LLVM_VERSION = .*/EXPECTED_LLVM_VERSION = 22/; s/^    cmd = name$/    cmd = [utils.path_from_root("node_modules", ".bin", name)]/' "$em/tools/shared.py"
  sed -i "s/^    cmd.append('--stack-first')\$/&\n  else:\n    cmd.append('--no-stack-first')/" "$em/tools/building.py"
  grep -q '"node_modules", ".bin", name' "$em/tools/shared.py" && grep -q no-stack-first "$em/tools/building.py" ||
    { echo "install-emscripten: this Emscripten is another version than the recipe knows" >&2; exit 1; }
  npm install --silent --no-audit --no-fund --prefix "$em" acorn@8 acorn-import-phases@1 typescript@5 google-closure-compiler
}

configure_emscripten() {
  local em=$final/runtime/usr/share/emscripten
  cat >"$1/.emscripten" <<CONFIG
EMSCRIPTEN_ROOT = '$em'
LLVM_ROOT = '$final/llvm/bin'
BINARYEN_ROOT = '$final/binaryen'
NODE_JS = '$(command -v node)'
CACHE = '$final/cache'
CLOSURE_COMPILER = ['$em/node_modules/.bin/google-closure-compiler']
CONFIG
  ln -sfn runtime/usr/share/emscripten "$staging/emscripten"
}

mkdir -p "$staging"/{runtime,llvm,cache} "$work"/{newer,llvm}
if [[ -n $packages ]]; then cp "$packages"/*.deb "$work/newer"; else download_newer; fi
download_llvm
for package in "$work"/newer/*.deb; do dpkg -x "$package" "$staging/runtime"; done
for package in "$work"/llvm/*.deb; do dpkg -x "$package" "$staging/llvm"; done
wrap_binaryen
wrap_llvm
patch_emscripten "$staging/runtime/usr/share/emscripten"
configure_emscripten "$staging/runtime/usr/share/emscripten"
