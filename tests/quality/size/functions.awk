# The functions of C files in our layout: LINES FILE NAME. One begins with a line at the left margin that has `(` and ends with `}` there.
FNR == 1 { name = ""; start = 0 }
/^[A-Za-z_].*\(/ && !/;[ \t]*$/ && !/^(typedef|enum|struct|#)/ {
    name = $0
    sub(/\(.*/, "", name)
    sub(/.*[ *]/, "", name)
    head = FNR
}
/^{/ && name != "" { start = head }
/^}/ && start { print FNR - start + 1, FILENAME, name; start = 0; name = "" }
