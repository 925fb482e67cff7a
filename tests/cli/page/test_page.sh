#!/bin/sh
# Drives the workbench in Debian's Chromium, or in its Firefox where BROWSER=firefox says so.
# usage: test_page.sh PATH-OF-FERZ BUILD-FOLDER [NAME...]: only the parts of these names
here=$(cd "$(dirname "$0")" && pwd)
ferz=$1
build=$2
shift 2
browser=chromium
[ "${BROWSER:-}" != firefox ] || browser=firefox-esr
command -v "$browser" >/dev/null 2>&1 || { echo "$browser is not there: skipped"; exit 77; }
modules=$(sh "$here/../../../interp/serve/codemirror/modules.sh" "$here" "$build/page") || { echo "npm could not install puppeteer-core: skipped"; exit 77; }
mkdir -p "$build/page/shots" || exit 1
cp "$here"/*.mjs "$build/page/" || exit 1
FERZ=$ferz GUIDE=$here/../../../guides/first-variant-browser.md SHOTS=$build/page/shots exec node "${modules%/*}/page.mjs" "$@"
