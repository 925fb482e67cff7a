#!/bin/sh
# The pages of `ferz explain`: every game in both languages and all formats; nothing untranslated in the Russian; HTML that is
# sound and fetches nothing; and the pages under tests/cli/explain/pages, which were read and found good, as they stand there.
# Usage: test_pages.sh FERZ [--write]; with --write these pages are written, for a person to read.
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../../program.sh"
cd "$root" || exit 1

fail() {
    printf 'FAIL: %s\n' "$1"
    failed=1
}

pages='chess shatranj crazyhouse minishogi draughts-russian circe'
for game in $pages; do
    for language in en ru; do
        page=tests/cli/explain/pages/$game.$language.txt
        "$FERZ" explain "$game" --lang "$language" >"$work/page" 2>"$work/said" || fail "$game in $language: no page"
        if [ "${2:-}" = --write ]; then
            cp "$work/page" "$page"
        elif ! cmp -s "$work/page" "$page"; then
            fail "$game in $language is told otherwise than in $page"
            diff "$page" "$work/page" | head -20
        fi
    done
done

# Words in Latin letters that are neither quoted, nor names of cells, nor the field's own.
latin() {
    tail -n +4 "$1" | grep -v '^    ' | tr '\n' ' ' | sed 's/`[^`]*`//g; s/«[^»]*»//g' |
        grep -oE '[A-Za-z][a-z]{2,}' | grep -vx 'FEN' | sort -u
}

# What a page may not name when nothing is to be fetched; the name of SVG's language is none.
fetches() {
    sed 's|xmlns[:a-z]*="[^"]*"||g; s|href="#s[0-9]*"||g' "$1" | grep -nE '(src|href)=|url\(|https?:|@import|<script|<link'
}

printf '%s\n' 'a `quoted` «Said so» слово untranslated' '' '' '' 'слово untranslated `fine`' >"$work/planted"
[ "$(latin "$work/planted")" = untranslated ] || fail 'an untranslated word would not be seen'
echo '<img src="http://x/y.png"/>' >"$work/planted"
fetches "$work/planted" >/dev/null || fail 'a picture from outside would not be seen'

# What a page leaves to the program stands in its last section; what a reader cannot use stands nowhere.
riddles() {
    sed '/^## \(For the program\|Для программы\)/,$d' "$1" | sed '/^```/,/^```/d' |
        grep -nE 'function `|функци[яию]+ `|FEN|half columns|Betza|Бетц|script |How it differs|Чем отличается|\b0 (pieces|moves|cells)'
}

# The order of a rule sheet: what the game is and its goal, the board as a picture, the pieces, the end, and the rest.
headings() {
    sed -n 's/^## //p' "$1" | tr '\n' ','
}

printf '%s\n' '## The board' 'The function `f` of the script does this.' >"$work/planted"
riddles "$work/planted" >/dev/null || fail 'the name of a function would not be seen'

# Games whose pages are read below, and of the others a share.
at=0
read_below=" $(sed -n 's/^\(goal\|said\) \([a-z0-9-]*\) .*/\2/p' tests/cli/explain/test_pages.sh | tr '\n' ' ')"
for file in rules/*.yaml; do
    game=$(basename "$file" .yaml)
    case $game in *.test | *.tuning) continue ;; esac
    at=$((at + 1))
    case $read_below in *" $game "*) ;; *) in_share $at 8 || continue ;; esac
    for language in en ru; do
        for format in text markdown html; do
            page=$work/$game.$language.$format
            if ! timeout 60 "$FERZ" explain "$game" --lang "$language" --format "$format" >"$page" 2>"$work/said"; then
                fail "$game in $language as $format"
                head -5 "$work/said"
            fi
            [ -s "$page" ] || fail "$game in $language as $format is empty"
            grep -q '\[[^]]*|' "$page" && [ "$format" = text ] && fail "$game in $language: a gender was left open"
        done
        page=$work/$game.$language.html
        if command -v xmllint >/dev/null; then
            xmllint --noout "$page" 2>"$work/said" || { fail "$game in $language: HTML that is not well-formed" && head -3 "$work/said"; }
        fi
        riddles "$work/$game.$language.markdown" && fail "$game in $language has riddles"
        case $(headings "$work/$game.$language.markdown") in
        'The goal,The board,The players,'*'The pieces,'*'The end of the game,'*'For the program,') ;;
        'Цель игры,Доска,Игроки,'*'Фигуры,'*'Конец игры,'*'Для программы,') ;;
        *) fail "$game in $language is told in another order: $(headings "$work/$game.$language.markdown")" ;;
        esac
        # each heading has its link
        [ "$(grep -c '<section id=' "$page")" -eq "$(grep -o 'href="#s[0-9]*"' "$page" | sort -u | wc -l)" ] ||
            fail "$game in $language has other links than headings"
        fetches "$page" && fail "$game in $language fetches something"
    done
    words=$(latin "$work/$game.ru.text")
    [ -z "$words" ] || fail "$game: untranslated in the Russian: $(echo "$words" | tr '\n' ' ')"
    cmp -s "$work/$game.en.text" "$work/$game.ru.text" && fail "$game is the same in both languages"
done

# goal GAME WORDS: what wins is said at the beginning, also where it is not mate
goal() {
    sed '/^## The board/,$d' "$work/$1.en.markdown" | grep -qF "$2" || fail "the goal of $1 does not say: $2"
    sed '/^## Доска/,$d' "$work/$1.ru.markdown" | grep -qF "$3" || fail "the goal of $1 does not say: $3"
}

goal chess 'Give mate: attack the enemy king' 'Поставить мат: напасть на короля противника'
goal three-check 'Give check 3 times in the course of the game.' 'Дать шах 3 раза за игру.'
goal king-of-the-hill 'Be the first to have the king on d4, e4, d5 or e5.' 'чтобы король стоял на d4, e4, d5 или e5'
goal nine-holes 'Be the first with 3 pieces in a row on a rank or file.' 'Первым поставить 3 фигуры подряд'
goal draughts-russian 'Capture all enemy pieces, or block them' 'Взять все фигуры противника или запереть их'
goal giveaway-all 'Get rid of all your own pieces.' 'Избавиться от всех своих фигур.'
goal gana 'Capture the enemy king.' 'Взять короля противника.'
goal shatrang 'Capture the enemy king.' 'Взять короля противника.'
goal chess-aragon-1490 'Capture the enemy queen.' 'Взять ферзя противника.'
goal crown 'Capture the enemy monarch that secretly wears the crown.' 'тайно носит корону'
goal atomic 'Capture or blow up the enemy king.' 'Взять или взорвать короля противника.'
goal xiangqi 'Leave the opponent without a legal move' 'Лишить противника ходов'
goal chaturanga-4 'Capture both kings of the other team.' 'Взять обоих королей другой команды.'

# said GAME WORDS: somewhere on the page in English
said() {
    grep -qF "$2" "$work/$1.en.markdown" || fail "the page of $1 does not say: $2"
}

said gana 'How the pieces move is told under “Special rules”.'
said tic-tac-toe 'A turn is the drop of one piece on an empty cell; a piece on the board does not move.'
grep -q 'never move' "$work/tic-tac-toe.en.markdown" && fail 'pieces that never move may be dropped where they could not'
said ludo 'There are no cells on files a–f (ranks 1–6), on files a–f (ranks 10–15)'
said morris 'There are cells only on a1, d1, g1'
said xiangqi 'on files d–f (its own ranks 1–3)'
said battle-chess 'The pieces in hand are placed on empty cells, one by one.'
said enochian 'The turn goes the other way round. Here: no.'
said hex80 'Moves any number of cells through a corner of the cell.'
said four-handed-cross 'White and Green are a team.'

# A game is told in full; how it differs from another is said when asked.
"$FERZ" explain three-check --relative --format markdown | grep -q '^## How it differs from: Chess' ||
    fail 'what differs is not told when asked'

# What is asked for is what is told.
"$FERZ" explain crazyhouse --set drop_check=no_check | grep -q 'may not give check' || fail 'a chosen option is not told'
"$FERZ" explain crazyhouse | grep -q 'may not give check' && fail 'an option that is not chosen is told'
"$FERZ" explain nothing-of-the-kind >/dev/null 2>"$work/said" && fail 'a game that is not there is explained'
[ -s "$work/said" ] || fail 'no word about a game that is not there'
"$FERZ" explain chess --lang fr >/dev/null 2>&1
[ $? -eq 2 ] || fail 'a language that we do not speak is taken'

exit $failed
