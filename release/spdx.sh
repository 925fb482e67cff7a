#!/bin/sh
# A list of parts in SPDX 2.3 (JSON) on standard output: what a release consists of, with checksums, and what it depends on, with the
# versions that pkg-config knows here. The same input gives the same bytes.
# usage: spdx.sh VERSION EPOCH FILE…
set -eu
version=$1
epoch=$2
shift 2
created=$(date -u -d "@$epoch" +%Y-%m-%dT%H:%M:%SZ)
sums=$(sha256sum "$@" | sed 's#  .*/#  #')
# A name that no other document has, from what is in this one.
digest=$(printf '%s %s' "$version" "$sums" | sha256sum | cut -c1-32)
name=$(echo "$digest" | sed 's/\(.\{8\}\)\(.\{4\}\).\(.\{3\}\).\(.\{3\}\)\(.\{12\}\)/\1-\2-5\3-8\4-\5/')

# part NAME VERSION LICENCE: a package of SPDX that lies elsewhere.
part() {
    printf ',\n    {"SPDXID": "SPDXRef-%s", "name": "%s", "versionInfo": "%s", "downloadLocation": "NOASSERTION", "filesAnalyzed": false,' "$1" "$1" "$2"
    printf ' "licenseConcluded": "NOASSERTION", "licenseDeclared": "%s", "copyrightText": "NOASSERTION"}' "$3"
}
# The libraries: MODULE of pkg-config, licence, and how we need it.
needs='yaml-0.1 MIT DEPENDS_ON
lua5.4 MIT DEPENDS_ON
libedit BSD-3-Clause DEPENDS_ON
librsvg-2.0 LGPL-2.1-or-later OPTIONAL_DEPENDENCY_OF'

printf '{\n  "spdxVersion": "SPDX-2.3",\n  "dataLicense": "CC0-1.0",\n  "SPDXID": "SPDXRef-DOCUMENT",\n'
printf '  "name": "ferz-%s",\n  "documentNamespace": "urn:uuid:%s",\n' "$version" "$name"
printf '  "creationInfo": {"created": "%s", "creators": ["Organization: The Ferz authors", "Tool: release/spdx.sh"]},\n' "$created"
printf '  "documentDescribes": ["SPDXRef-ferz"],\n  "packages": [\n'
printf '    {"SPDXID": "SPDXRef-ferz", "name": "ferz", "versionInfo": "%s", "downloadLocation": "NOASSERTION", "filesAnalyzed": false,' "$version"
printf ' "licenseConcluded": "MIT", "licenseDeclared": "MIT", "copyrightText": "Copyright (c) 2026 The Ferz authors"}'
echo "$needs" | while read -r module licence how; do
    known=$(pkg-config --modversion "$module" 2>/dev/null) || continue
    part "$module" "$known" "$licence"
done
printf '\n  ],\n  "files": [\n'
echo "$sums" | {
    comma=
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
echo "$needs" | while read -r module licence how; do
    pkg-config --exists "$module" || continue
    case $how in
    DEPENDS_ON) printf ',\n    {"spdxElementId": "SPDXRef-ferz", "relationshipType": "%s", "relatedSpdxElement": "SPDXRef-%s"}' "$how" "$module" ;;
    *) printf ',\n    {"spdxElementId": "SPDXRef-%s", "relationshipType": "%s", "relatedSpdxElement": "SPDXRef-ferz"}' "$module" "$how" ;;
    esac
done
echo "$sums" | while read -r sum file; do
    printf ',\n    {"spdxElementId": "SPDXRef-file-%s", "relationshipType": "GENERATED_FROM", "relatedSpdxElement": "SPDXRef-ferz"}' \
        "$(echo "$file" | tr -c 'A-Za-z0-9.\n' -)"
done
printf '\n  ]\n}\n'
