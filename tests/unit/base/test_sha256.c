/* SHA-256 against the examples that were published with it. */
#include "unit/test.h"

#include <string.h>

#include "base/sha256.h"

static void expect(const char *bytes, size_t length, size_t part, const char *wanted)
{
    sha256 d;
    char words[SHA256_HEX_LENGTH + 1];
    sha256_init(&d);
    for (size_t i = 0; i < length; i += part) {
        sha256_update(&d, bytes + i, length - i < part ? length - i : part);
    }
    sha256_final(&d, words);
    assert_string_equal(words, wanted);
}

TEST(published_examples)
{
    static const char two[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    static char repeats[1000000];
    memset(repeats, 'a', sizeof repeats);
    expect("", 0, 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect("abc", 3, 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(two, strlen(two), 56, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    expect(two, strlen(two), 1, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    for (size_t part = 1000; part < 1003; part++) {
        expect(repeats, sizeof repeats, part, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    }
}
