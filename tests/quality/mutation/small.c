/* Every kind of fault, each to be seen by main's status; and places that no fault may touch. test_sites.py says how many. */
typedef _Bool truth;

#define TWICE(x) ((x) + (x))
#define EMPTY(p) ((p) == nobody || *(p) == 0)

enum { FOUR = 2 + 2 };
static const int table[FOUR] = {1, 2, 3 + 1, 8};

static int calls;
static const char *const nobody;

static void note(void)
{
    calls += 1;
}

static truth within(int n, int low, int high)
{
    return n >= low && n < high;
}

static truth empty(const char *words)
{
    return EMPTY(words);
}

static int sum(const int *numbers, int count)
{
    static const int offset = 5 - 5;
    int all = offset;
    for (int i = 0; i < count; i++) {
        if (numbers[i] == 3) {
            continue;
        }
        if (numbers[i] < 0)
            break;
        else
            all = all + numbers[i];
    }
    return all;
}

static int named(int n)
{
    int sizes[2 + 1] = {[1] = 7};
    switch (n) {
    case 1 + 1:
        note();
        break;
    default:
        sizes[1]--;
    }
    return sizes[1] << (n > 3 ? 2 : 1);
}

static int check(void)
{
    if (within(4, 5, 9) || !within(5, 5, 9) || within(9, 5, 9) || within(10, 5, 9)) {
        return 1;
    }
    if (!empty(nobody) || !empty("") || empty("x")) {
        return 1;
    }
    if (sum(table, FOUR) != 15 || sum((const int[]){1, 3, 2, 0, -1, 4}, 6) != 3 ||
        sum((const int[]){0, 9, 1}, 2) != 9) {
        return 1;
    }
    return named(2) != 14 || calls != 1 || named(3) != 12 || named(4) != 24 || TWICE(calls) != 2;
}

int main(void)
{
    return check();
}
