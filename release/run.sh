# shellcheck shell=sh disable=SC2154 # ./dev sets root, cores and the lists of packages
# The commands of ./dev that build for other machines, and what is given to others.
#: arm, musl     build for 64-bit Arm, or for musl's C library, and run known counts, examples and the samples of the reference implementation there
#: wasm [--test] build npm's package for browsers and node with Debian's emscripten: build/wasm/ferz; with --test also test it
#: python        `import ferz` in build/python, a virtual environment, and its tests; with --long also memory in the long run, and its speed
#: site          the workbench as a folder for any static host, without a server: build/site
#: screenshots   the picture and the film of the workbench in README, and sheets to look at: every screen, the boards of all games
#: release [FOLDER]  packages, source, checksums and a list of parts, built twice and compared; installed in a clean Debian
#: release --verify [PART…]  run all that must hold before a release on a clean checkout of this commit, part by part, and write
#:               tests/results/release.md; it can be stopped and goes on where it was; --list prints the parts

# What Debian's packages of libyaml, Lua, libedit and the C library need of each other; they are unpacked, not installed.
arm_packages='libc6 libc6-dev linux-libc-dev libcrypt1 libgcc-s1 libyaml-0-2 libyaml-dev liblua5.4-0 liblua5.4-dev
    libedit2 libedit-dev libbsd0 libmd0 libtinfo6'

command_arm() {
    need_to_build
    need arm gcc-aarch64-linux-gnu:aarch64-linux-gnu-gcc qemu-user:qemu-aarch64
    # shellcheck disable=SC2086 # a list of words
    sh "$root/release/foreign.sh" unpack arm64 "$root/build/foreign/arm64" $arm_packages || die "there are no libraries for arm64"
    test_foreign arm
}

command_musl() {
    need_to_build
    need musl musl-tools:musl-gcc dpkg-dev:dpkg-source
    sh "$root/release/musl.sh" "$root/build/foreign/musl" || die "there are no libraries for musl"
    test_foreign musl
}

# The package for npm in build/wasm/ferz.
build_wasm() {
    need_to_build
    wish nodejs:node npm:npm
    need wasm emscripten:emcc node-acorn:+acorn nodejs:node dpkg-dev:dpkg-source xz-utils:xz
    sh "$root/release/wasm.sh" "$root/build/foreign/wasm" || die "there are no libraries for WebAssembly"
    build wasm ferz_wasm ferz_wasm_narrow || die "the build failed"
    wasm=$root/build/wasm
    sh "$root/interp/wasm/pack.sh" "$wasm/ferz_wasm" "$root/build/foreign/wasm/licences" "$wasm/ferz" || die "the package could not be made"
    sh "$root/interp/wasm/pack.sh" "$wasm/ferz_wasm_narrow" "$root/build/foreign/wasm/licences" "$wasm/narrow" || die "the narrow package could not be made"
    # The page for \`ferz publish\` is bundled by what npm gives for the editor; a source package has the editor, but not that tool.
    sh "$root/interp/serve/codemirror/bundle.sh" "$wasm/page"
    sh "$root/interp/serve/codemirror/modules.sh" "$root/interp/serve/codemirror" "$wasm/page" >/dev/null
    if [ -x "$wasm/page/node_modules/.bin/esbuild" ]; then
        node "$root/interp/wasm/published.mjs" "$wasm/page/node_modules/.bin/esbuild" "$wasm/narrow" "$wasm/ferz" >"$wasm/publish.new" || die "the page could not be made"
        mv "$wasm/publish.new" "$wasm/publish.html"
    else
        say "npm could not install esbuild: \`ferz publish\` stays without a page"
    fi
}

# wasm [--test]: the package, and its tests in node
command_wasm() {
    build_wasm
    say "build/wasm/ferz is ready: \`npm install $root/build/wasm/ferz\`"
    [ "${1:-}" = --test ] || return 0
    build release ferz || die "the build failed"
    FERZ_RULES=$root/rules sh "$root/tests/wasm/test_wasm.sh" "$root/build/release/ferz" "$root/build" || exit
    sh "$root/tests/wasm/types/test_types.sh" "$root/build" || exit
    wish chromium-headless-shell:chromium-headless-shell
    sh "$root/tests/wasm/bundlers/test_bundlers.sh" "$root/build"
}

# python [--long]: the module in a virtual environment, build/python, and its tests. --long: also ten million plies, a debug interpreter,
# and the numbers of tests/results/python.md.
command_python() {
    need_to_build
    need python python3-dev:+python3-dev python3-venv:+python3-venv
    wish python3-numpy:+python3-numpy
    build release ferz ferz_python || die "the build failed"
    home=$root/build/python
    module=$root/build/release/python/ferz/_ferz.abi3.so
    [ -x "$home/bin/python" ] || /usr/bin/python3 -m venv --system-site-packages "$home" || die "no virtual environment"
    FERZ_PYTHON_MODULE=$module "$home/bin/python" -m pip install -q --no-index --no-deps --force-reinstall "$root/interp/python" >&2 ||
        die "pip did not install it"
    say "build/python/bin/python has ferz"
    (cd "$root" && ctest --preset release -R '^python/' --output-on-failure </dev/null) || exit
    [ "${1:-}" = --long ] || return 0
    wish python3-dbg:+python3-dbg
    long="env FERZ_RULES=$root/rules MALLOC_ARENA_MAX=1"
    $long "PYTHONPATH=$root/build/release/python" /usr/bin/python3 "$root/tests/python/test_memory.py" 10000000 || exit
    sh "$root/tests/python/debug.sh" "$root" || exit
    $long "PYTHONPATH=$root/build/release/python:${PYTHONPATH:-}" /usr/bin/python3 "$root/tests/python/measure.py"
}

# site: the page of `ferz serve` for any static host, in build/site.
command_site() {
    build_wasm
    sh "$root/interp/wasm/site.sh" "$wasm/ferz" "$wasm/page" "$wasm/publish.html" "$root/build/site" || die "the site could not be made"
    say "build/site is ready for any static host; to try it: python3 -m http.server -b 127.0.0.1 -d build/site"
}

# screenshots: the picture and the film in README, and sheets with the boards of all games to look at.
command_screenshots() {
    need_to_build
    wish_for_page
    wish chromium-headless-shell:chromium-headless-shell
    build release ferz || die "the build failed"
    PARTS=./screenshots.mjs FERZ_RULES=$root/rules sh "$root/tests/cli/page/test_page.sh" "$root/build/release/ferz" "$root/build" "$@" || exit
    say "guides/workbench.png and the film guides/workbench.webp are new; games and screens are in build/page/shots/games-*.png and screens-*.png"
}

# release --verify [PART...]: proves a commit, part by part; release/verify.sh. release [FOLDER]: all that is given to others, into build/release-VERSION unless said; release/release.sh is the whole of it.
command_release() {
    if [ "${1:-}" = --verify ]; then
        shift
        exec sh "$root/release/verify.sh" "$@"
    fi
    need_to_build
    need release lintian:lintian dpkg-dev:dpkg-shlibdeps file:file git:git xz-utils:xz
    [ "$(id -u)" -ne 0 ] || wish debootstrap:debootstrap
    exec sh "$root/release/release.sh" "$@"
}
