# Statements that forbid a shortcut by hand: four or more features of a variant or of its rules, each denied, in one expression. The table of
# compile/shortcuts.c is the place for these. FILE:LINE: how many.
function denied(text, n) {
    n = gsub(/!\(?[a-z_]+(->|\.)(variant->)?(rules->)?([a-z_]+\.)*(has_[a-z_]+|[a-z]+_hook_count|captures_[a-z_]+|castling_count|royal_type_count|multi_ply_turns|hooks_judge_moves|attacks_by_[a-z_]+|mandatory|only_mate)/, "&", text)
    return n
}
FNR == 1 { statement = ""; from = 1 }
{
    line = $0
    sub(/\/\*.*/, "", line)
    if (statement == "") from = FNR
    statement = statement " " line
    if (line ~ /[;{}]/) {
        n = denied(statement)
        if (n >= 4) print FILENAME ":" from ": " n
        statement = ""
    }
}
