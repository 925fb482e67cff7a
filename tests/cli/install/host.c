/* A host program whose names are those of our own insides. test_install.sh links it with libferz.a: no name may clash. */
#include <ferz.h>

#include <stdio.h>
#include <string.h>

int arena_init(void);
int arena_init(void)
{
    return 1;
}
int text_put = 2;
int position_create = 3;
int record_init = 4;
int variant_build(int x);
int variant_build(int x)
{
    return x + 1;
}

int main(void)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *variant = ferz_variant_load("chess", NULL, NULL, 0, 1, messages);
    const bool fine = variant && strcmp(ferz_variant_facts(variant)->title, "Chess") == 0 && arena_init() == 1 &&
                      text_put == 2 && position_create == 3 && record_init == 4 && variant_build(4) == 5;
    ferz_variant_free(variant);
    ferz_messages_free(messages);
    puts(fine ? "linked" : "wrong");
    return fine ? 0 : 1;
}
