# Cuts ferz.h into what a program is compiled with: `function TEXT` for each prototype, and a C program that prints the sizes and
# offsets of structures and the values of enumerations. usage: awk -v program=FILE -f list.awk ferz.h
function say(row) { print row > program }
# Members of a structure: the last name before `;`, `,` or `[`, or the name in `(*name)`.
function member(struct, text,    parts, n, i, name, array) {
    if (match(text, /\(\*[a-z_]+\)/)) {
        name = substr(text, RSTART + 2, RLENGTH - 3)
        say("    MEMBER(" struct ", " name ");")
        return
    }
    n = split(text, parts, ",")
    for (i = 1; i <= n; i++) {
        name = parts[i]
        sub(/\[.*/, "", name)
        gsub(/[ \t]+$/, "", name)
        sub(/.*[ *]/, "", name)
        if (name != "") say("    MEMBER(" struct ", " name ");")
    }
}
function enumerator(text) {
    sub(/=.*/, "", text)
    gsub(/[ \t]/, "", text)
    if (text != "") say("    VALUE(" text ");")
}
BEGIN {
    say("#include <ferz.h>\n#include <stdio.h>")
    say("#define STRUCT(s) printf(\"struct %s: %zu bytes\\n\", #s, sizeof(s))")
    say("#define MEMBER(s, m) printf(\"struct %s.%s: %zu, %zu bytes\\n\", #s, #m, offsetof(s, m), sizeof(((s *)0)->m))")
    say("#define VALUE(v) printf(\"value %s: %lld\\n\", #v, (long long)(v))")
    say("int main(void)\n{")
}
{ text = text $0 "\n" }
END {
    # Remarks and lines of the preprocessor are gone; then one statement after another.
    while (match(text, /\/\*([^*]|\*+[^*\/])*\*+\//)) text = substr(text, 1, RSTART - 1) " " substr(text, RSTART + RLENGTH)
    n = split(text, lines, "\n")
    text = ""
    for (i = 1; i <= n; i++) if (lines[i] !~ /^[ \t]*#/ && lines[i] !~ /^extern "C"/) text = text " " lines[i]
    gsub(/[ \t]+/, " ", text)
    depth = 0
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        depth += (c == "{") - (c == "}")
        statement = statement c
        if (c == ";" && depth == 0) { handle(statement); statement = "" }
    }
    say("    return 0;\n}")
}
function handle(s,    name, body, parts, n, i) {
    sub(/^[ }]+/, "", s)
    if (s ~ /^FERZ_API/) {
        sub(/^FERZ_API /, "", s)
        while (match(s, /[ *][a-z_0-9]+[,)]/)) # what an argument is called changes nothing
            s = substr(s, 1, RSTART) substr(s, RSTART + RLENGTH - 1)
        print "function " s
    } else if (s ~ /^typedef struct [a-z_]+ \{/) {
        split(s, parts, " ")
        name = parts[3]
        say("    STRUCT(" name ");")
        body = s
        sub(/^[^{]*\{/, "", body)
        sub(/\}[^}]*$/, "", body)
        n = split(body, parts, ";")
        for (i = 1; i <= n; i++) if (parts[i] ~ /[a-z]/) member(name, parts[i])
    } else if (s ~ /^(typedef )?enum /) {
        body = s
        sub(/^[^{]*\{/, "", body)
        sub(/\}[^}]*$/, "", body)
        n = split(body, parts, ",")
        for (i = 1; i <= n; i++) enumerator(parts[i])
    } else if (s !~ /^typedef struct [a-z_]+ [a-z_]+;/) {
        print "unknown " s
    }
}
