#!/bin/sh
# A list of parts in SPDX 2.3 (JSON) on standard output: what a release consists of, with checksums, what is bundled in the program, and
# what it depends on, with the versions that pkg-config knows here. The same input gives the same bytes. Fails where PROGRAM is linked
# with a library that has no row here.
# usage: spdx.sh VERSION EPOCH PROGRAM FILE…
set -eu
here=$(cd "$(dirname "$0")" && pwd)
version=$1
epoch=$2
program=$3
shift 3
created=$(date -u -d "@$epoch" +%Y-%m-%dT%H:%M:%SZ)
sums=$(sha256sum "$@" | sed 's#  .*/#  #')
# A name that no other document has, from what is in this one.
digest=$(printf '%s %s' "$version" "$sums" | sha256sum | cut -c1-32)
name=$(echo "$digest" | sed 's/\(.\{8\}\)\(.\{4\}\).\(.\{3\}\).\(.\{3\}\)\(.\{12\}\)/\1-\2-5\3-8\4-\5/')

# The libraries: the name in the program, MODULE of pkg-config, licence, and how we need it.
libraries='libyaml-0 yaml-0.1 MIT DEPENDS_ON
liblua5.4 lua5.4 MIT DEPENDS_ON
libedit libedit BSD-3-Clause DEPENDS_ON
libjansson jansson MIT DEPENDS_ON
libmicrohttpd libmicrohttpd LGPL-2.1-or-later DEPENDS_ON
- librsvg-2.0 LGPL-2.1-or-later OPTIONAL_DEPENDENCY_OF'
readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\.so.*\].*/\1/p' | while read -r library; do
    case $library in libc | libm | ld-linux*) continue ;; esac
    echo "$libraries" | grep -q "^$library " || {
        echo "spdx.sh has no row for $library, which $program needs" >&2
        exit 1
    }
done

# What is needed and what is bundled: ID NAME VERSION LICENCE RELATION, a line each.
{
    echo "$libraries" | while read -r _ module licence how; do
        known=$(pkg-config --modversion "$module" 2>/dev/null) || continue
        echo "$module $module $known $licence $how"
    done
    # The editor of the workbench: packages of npm, as they are pinned.
    node -e '
        const lock = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
        for (const [path, one] of Object.entries(lock.packages)) {
            const name = path.replace("node_modules/", "");
            if (name && !name.includes("esbuild"))
                console.log("npm-" + name.replace(/[^A-Za-z0-9.-]/g, "-"), name, one.version, one.license, "CONTAINS");
        }' "$here/../interp/serve/codemirror/package-lock.json"
} >"${TMPDIR:-/tmp}/spdx.$$"
trap 'rm -f "${TMPDIR:-/tmp}/spdx.$$"' EXIT

printf '{\n  "spdxVersion": "SPDX-2.3",\n  "dataLicense": "CC0-1.0",\n  "SPDXID": "SPDXRef-DOCUMENT",\n'
printf '  "name": "ferz-%s",\n  "documentNamespace": "urn:uuid:%s",\n' "$version" "$name"
printf '  "creationInfo": {"created": "%s", "creators": ["Organization: The Ferz authors", "Tool: release/spdx.sh"]},\n' "$created"
printf '  "documentDescribes": ["SPDXRef-ferz"],\n  "packages": [\n'
printf '    {"SPDXID": "SPDXRef-ferz", "name": "ferz", "versionInfo": "%s", "downloadLocation": "NOASSERTION", "filesAnalyzed": false,' "$version"
printf ' "licenseConcluded": "MIT", "licenseDeclared": "MIT", "copyrightText": "Copyright (c) 2026 The Ferz authors"}'
while read -r id name known licence how; do
    printf ',\n    {"SPDXID": "SPDXRef-%s", "name": "%s", "versionInfo": "%s", "downloadLocation": "NOASSERTION", "filesAnalyzed": false,' "$id" "$name" "$known"
    printf ' "licenseConcluded": "NOASSERTION", "licenseDeclared": "%s", "copyrightText": "NOASSERTION"}' "$licence"
done <"${TMPDIR:-/tmp}/spdx.$$"
printf '\n  ],\n  "files": [\n'
comma=
echo "$sums" | {
    while read -r sum file; do
        printf '%s    {"SPDXID": "SPDXRef-file-%s", "fileName": "./%s", "checksums": [{"algorithm": "SHA256", "checksumValue": "%s"}' \
            "$comma" "$(echo "$file" | tr -c 'A-Za-z0-9.\n' -)" "$file" "$sum"
        # Version 2.3 wants this one of every file.
        for path in "$@"; do
            [ "${path##*/}" != "$file" ] || printf ', {"algorithm": "SHA1", "checksumValue": "%s"}' "$(sha1sum "$path" | cut -d' ' -f1)"
        done
        printf '], "licenseConcluded": "MIT", "copyrightText": "Copyright (c) 2026 The Ferz authors"}'
        comma=',
'
    done
}
printf '\n  ],\n  "relationships": [\n'
printf '    {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-ferz"}'
while read -r id name known licence how; do
    case $how in
    OPTIONAL_DEPENDENCY_OF) printf ',\n    {"spdxElementId": "SPDXRef-%s", "relationshipType": "%s", "relatedSpdxElement": "SPDXRef-ferz"}' "$id" "$how" ;;
    *) printf ',\n    {"spdxElementId": "SPDXRef-ferz", "relationshipType": "%s", "relatedSpdxElement": "SPDXRef-%s"}' "$how" "$id" ;;
    esac
done <"${TMPDIR:-/tmp}/spdx.$$"
echo "$sums" | while read -r sum file; do
    printf ',\n    {"spdxElementId": "SPDXRef-file-%s", "relationshipType": "GENERATED_FROM", "relatedSpdxElement": "SPDXRef-ferz"}' \
        "$(echo "$file" | tr -c 'A-Za-z0-9.\n' -)"
done
printf '\n  ]\n}\n'
