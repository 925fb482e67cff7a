# Tells lines and branches by file and folder, the total last. Reads what merge.awk wrote, sorted by file and line, after not_covered.txt;
# -v ask="WORD ..." prints the lines of the files whose name contains a word instead, -v floor="L B" the least percentages.

BEGIN {
    FS = "\t"
    words = split(ask, word, " ")
}

function percent(part, whole) {
    return whole ? 100 * part / whole : 100
}

function row(name, l, lr, b, bt) {
    printf "%-34s %6d %6.1f %% %6d %6.1f %%\n", name, l, percent(lr, l), b, percent(bt, b)
}

function asked(name,    i) {
    for (i = 1; i <= words; i++) {
        if (index(name, word[i])) {
            return 1
        }
    }
    return 0
}

# The row of not_covered.txt whose words are on the line; 0 when there is none.
function reason(name, what,    i) {
    for (i = 1; i <= rows; i++) {
        if (name ~ ("^(" files[i] ")$") && what ~ found[i]) {
            return i
        }
    }
    return 0
}

# not_covered.txt: FILES | WORDS | REASON, both regular expressions
FNR == NR {
    if ($0 !~ /^#/ && NF) {
        n = split($0, column, / *\t+ */)
        rows++
        files[rows] = column[1]
        found[rows] = column[2]
        why[rows] = column[3]
    }
    next
}

{
    name = $1
    folder = name
    if (!sub("/.*", "/", folder)) {
        folder = "(interp itself)"
    }
    if (!(name in lines)) {
        order[++count] = name
        of[name] = folder
        if (!(folder in flines)) {
            forder[++fcount] = folder
        }
        because = waiting = 0
    }
    lines[name]++
    flines[folder]++
    tlines++
    lrun[name] += $3
    flrun[folder] += $3
    tlrun += $3
    branches[name] += $4
    fbranches[folder] += $4
    tbranches += $4
    taken[name] += $5
    ftaken[folder] += $5
    ttaken += $5
    if ($3 && $4 == $5) {
        because = waiting = 0
        next
    }
    one = reason(name, $6)
    if (one || $3) {
        because = one
    }
    # A condition is left for the reason that stands on what it guards.
    if (one && !$3 && waiting) {
        bleft[one] += waiting
        bopen -= waiting
    }
    waiting = 0
    if (because) {
        lleft[because] += !$3
        bleft[because] += $4 - $5
    } else {
        lopen += !$3
        bopen += $4 - $5
        waiting = $3 ? $4 - $5 : 0
    }
    if (asked(name)) {
        ways = $3 && $4 != $5 ? sprintf("%d of %d ways", $5, $4) : "never"
        print name ":" $2 ": " ways (because ? ", left" : "") "\n    " $6
    }
}

END {
    if (words) {
        exit
    }
    printf "%-34s %6s %8s %6s %8s\n", "", "lines", "run", "ways", "taken"
    for (f = 1; f <= fcount; f++) {
        for (i = 1; i <= count; i++) {
            if (of[order[i]] == forder[f]) {
                row(order[i], lines[order[i]], lrun[order[i]], branches[order[i]], taken[order[i]])
            }
        }
    }
    print ""
    for (f = 1; f <= fcount; f++) {
        row(forder[f], flines[forder[f]], flrun[forder[f]], fbranches[forder[f]], ftaken[forder[f]])
    }
    printf "\nnever run, by reason (tests/quality/coverage/not_covered.txt):%*s\n", 12, "lines   ways"
    for (i = 1; i <= rows; i++) {
        printf "%6d %6d  %s\n", lleft[i], bleft[i], why[i]
        if (!lleft[i] && !bleft[i]) {
            stale = stale sprintf("nothing is left of: %s %s\n", files[i], found[i])
        }
    }
    printf "%6d %6d  no reason given\n\n%s", lopen, bopen, stale
    row("total", tlines, tlrun, tbranches, ttaken)
    split(floor, least, " ")
    if (percent(tlrun, tlines) < least[1] || percent(ttaken, tbranches) < least[2]) {
        printf "below the floor of %s %% of lines and %s %% of branches (tests/quality/coverage/floor.txt)\n", least[1], least[2]
        exit 1
    }
}
