/* An embedding program in one page: load a game, list its moves, play one, search for the answer.
 * `cc embed.c $(pkg-config --cflags --libs ferz)`; test_install.sh does so against an installed and moved libferz. */
#include <ferz.h>

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *variant = ferz_variant_load(argc > 1 ? argv[1] : "chess", NULL, NULL, 0, 1, messages);
    ferz_game *game = variant ? ferz_game_create(variant, NULL, messages) : NULL;
    size_t count = 0;
    char *moves = game ? ferz_game_legal_moves(game, &count, messages) : NULL;
    bool done = false;
    if (moves && count > 0) {
        printf("%s: %zu moves:", ferz_variant_title(variant), count);
        for (const char *move = moves; count > 0; count--, move += strlen(move) + 1)
            printf(" %s", move);
        ferz_best best = {0};
        done = ferz_game_move(game, moves, messages) == FERZ_OK &&
               ferz_game_best_move(game, &(ferz_limits){.depth = 2}, &best, messages) == FERZ_OK;
        if (done)
            printf("\n%s is answered by %s\n", moves, best.move);
        ferz_free(best.move);
        ferz_free(best.pv);
    }
    for (size_t i = 0; i < ferz_messages_count(messages); i++)
        fputs(ferz_messages_at(messages, i).rendered, stderr);
    ferz_free(moves);
    ferz_game_free(game);
    ferz_variant_free(variant);
    ferz_messages_free(messages);
    return done ? 0 : 1;
}
