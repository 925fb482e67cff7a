# CHANGELOG.md's part about one version in the form that Debian's packages have.
# usage: awk -v version=V -v maintainer=M -v date=D -f changelog.awk CHANGELOG.md
function flush(    words, n, i, row) {
    if (item == "") return
    n = split(item, words, " ")
    row = "  *"
    for (i = 1; i <= n; i++) {
        if (length(row) + 1 + length(words[i]) > 78) { print row; row = "   " }
        row = row " " words[i]
    }
    print row
    found = 1
    item = ""
}
/^## / { flush(); inside = $2 == version; if (inside) printf "ferz (%s) unstable; urgency=medium\n\n", version; next }
inside && /^- / { flush(); item = substr($0, 3); next }
inside && /^  / { item = item " " substr($0, 3); next }
{ flush() }
END { flush(); if (!found) exit 1; printf "\n -- %s  %s\n", maintainer, date }
