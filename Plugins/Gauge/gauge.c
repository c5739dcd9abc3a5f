#include <stdbool.h>

// A feature of C alone: a state, and functions on it. feature.json beside it tells their types.

struct gauge {
  int level;
  int limit;
  bool is_full;
};

// Returns 0, or -1 if that would be too much.
int gauge_fill(struct gauge *gauge, int amount) {
  int level = 0;
  if (__builtin_add_overflow(gauge->level, amount, &level)) return -1;
  if (level < 0 || level > gauge->limit) return -1;
  gauge->level = level;
  gauge->is_full = level == gauge->limit;
  return 0;
}

void gauge_empty(struct gauge *gauge) {
  gauge->level = 0;
  gauge->is_full = false;
}

void gauge_watch(struct gauge *gauge, int step, void (*passed)(int level)) {
  for (int level = step; step > 0 && level <= gauge->level; level += step) passed(level);
}
