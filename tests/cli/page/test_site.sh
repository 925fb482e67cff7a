#!/bin/sh
# Drives what `./dev site` made in Debian's Chromium, from a plain static host.
# usage: test_site.sh BUILD-FOLDER [NAME...]: only the parts of these names
here=$(cd "$(dirname "$0")" && pwd)
[ -f "$1/site/index.html" ] || { echo "$1/site is not there (./dev site makes it): skipped"; exit 77; }
SITE=$1/site PARTS=./site.mjs exec sh "$here/test_page.sh" none "$@"
