#!/bin/sh
# Drives the workbench in Debian's Chromium (the one without windows where it is there: it takes half of the processor's time), or in its
# Firefox where BROWSER=firefox says so.
# usage: test_page.sh PATH-OF-FERZ BUILD-FOLDER [NAME...]: only the parts of these names
here=$(cd "$(dirname "$0")" && pwd)
ferz=$1
build=$2
shift 2
if [ "${BROWSER:-}" = firefox ]; then
    program=$(command -v firefox-esr)
else
    program=$(command -v chromium-headless-shell || command -v chromium)
fi
[ "$program" ] || { echo "${BROWSER:-chromium-headless-shell} is not there: skipped"; exit 77; }
modules=$(sh "$here/../../../interp/serve/codemirror/modules.sh" "$here" "$build/page") || { echo "npm could not install puppeteer-core: skipped"; exit 77; }
mkdir -p "$build/page/shots" || exit 1
cp "$here"/*.mjs "$build/page/" || exit 1
FERZ=$ferz GUIDE=$here/../../../guides/first-variant-browser.md SHOTS=$build/page/shots PROGRAM=$program exec node "${modules%/*}/page.mjs" "$@"
