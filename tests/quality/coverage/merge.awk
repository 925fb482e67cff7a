# Merges what `gcov --stdout --branch-probabilities --branch-counts` says of many objects: FILE LINE LINES-RUN BRANCHES TAKEN TEXT for
# each line of interp/ with code, separated by tabs. A header that is compiled into several objects counts once: a line runs, and a branch
# is taken, when it is in any of them. Where an object has fewer branches on a line (its numbers of words fold them away),
# the one with the most speaks for the line.

function done_with_line(    i, key) {
    if (line == "") {
        return
    }
    key = file SUBSEP line
    if (!(key in ran)) {
        ran[key] = 0
        most[key] = 0
        words[key] = text
    }
    if (run) {
        ran[key] = 1
    }
    if (branches > most[key]) {
        most[key] = branches
    }
    for (i = 0; i < branches; i++) {
        if (taken[i]) {
            went[key, branches, i] = 1
        }
    }
    line = ""
}

# "    12:   34:text"; `-` where there is no code, `#####` and `=====` where it never ran, a star where a part of it did not.
/^ *[-#=0-9]+[*]?: *[0-9]+:/ {
    done_with_line()
    first = index($0, ":")
    rest = substr($0, first + 1)
    second = index(rest, ":")
    number = substr(rest, 1, second - 1) + 0
    text = substr(rest, second + 1)
    count = substr($0, 1, first - 1)
    gsub(/[ *]/, "", count)
    if (number == 0) {
        if (text ~ /^Source:/) {
            file = substr(text, 8)
            inside = index(file, root "/interp/") == 1 || file ~ /^interp\//
            sub(/^.*\/interp\//, "", file)
        }
        next
    }
    if (!inside || count == "-") {
        next
    }
    line = number
    run = count ~ /^[0-9]/
    branches = 0
    next
}

# Ways that only a C++ exception could take are not ours.
/^branch +[0-9]+ / && line != "" && !/\(throw\)/ {
    taken[branches] = $3 == "taken" && $4 + 0 > 0
    branches++
}

END {
    done_with_line()
    for (key in ran) {
        split(key, part, SUBSEP)
        sum = 0
        for (i = 0; i < most[key]; i++) {
            sum += (key, most[key], i) in went
        }
        printf "%s\t%d\t%d\t%d\t%d\t%s\n", part[1], part[2], ran[key], most[key], sum, words[key]
    }
}
