#include "functions.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

// One function for each kind of argument and result.

#define ECHO(name, type) \
  EXPORT type echo_##name(type value) { return value; }
ECHO(bool, bool)
ECHO(int8, int8_t)
ECHO(uint8, uint8_t)
ECHO(int16, int16_t)
ECHO(uint16, uint16_t)
ECHO(int32, int32_t)
ECHO(uint32, uint32_t)
ECHO(int64, int64_t)
ECHO(uint64, uint64_t)
ECHO(size, size_t)
ECHO(float, float)
ECHO(double, double)
ECHO(string, const char *)

EXPORT level next_level(level now) { return now == LOW ? MIDDLE : HIGH; }
EXPORT int add(int left, int right) { return left + right; }

// Strings that the caller frees, counted.
static int owned;
EXPORT char *twice(const char *text) {
  size_t length = strlen(text);
  char *copy = malloc(2 * length + 1);
  memcpy(copy, text, length);
  memcpy(copy + length, text, length + 1);
  owned++;
  return copy;
}
EXPORT void release(void *text) {
  owned--;
  free(text);
}
EXPORT int count_owned(void) { return owned; }
EXPORT int spell(int number, char **text) {
  if (number < 0) {
    *text = twice("minus ");
    return 1;
  }
  *text = twice("plus ");
  return 0;
}

// Buffers.
EXPORT int fill(uint8_t *out, size_t capacity, size_t *written, uint8_t value) {
  size_t count = capacity < 3 ? capacity : 3;
  memset(out, value, count);
  *written = count;
  return 0;
}
EXPORT void reverse(uint8_t *bytes, size_t count) {
  for (size_t index = 0; index < count / 2; index++) {
    uint8_t byte = bytes[index];
    bytes[index] = bytes[count - 1 - index];
    bytes[count - 1 - index] = byte;
  }
}
EXPORT int64_t total(const int32_t *numbers, int count) {
  int64_t total = 0;
  for (int index = 0; index < count; index++) total += numbers[index];
  return total;
}
EXPORT size_t length_of(const char *text) { return strlen(text); }
EXPORT size_t huge(size_t count) { return count << 30; }
EXPORT int same(const uint8_t *left, const uint8_t *right, size_t count) {
  return memcmp(left, right, count) == 0;
}

// Structs.
EXPORT struct point middle(struct point left, struct point right) {
  return (struct point){(left.x + right.x) / 2, (left.y + right.y) / 2};
}
EXPORT tile turn(const tile *from) {
  tile turned = *from;
  for (int row = 0; row < 2; row++) {
    for (int column = 0; column < 3; column++) {
      turned.grid[row][column] = from->grid[1 - row][2 - column];
    }
  }
  return turned;
}
EXPORT void grow(struct shape *shape, int by) {
  for (int index = 0; index < 2; index++) {
    shape->corners[index].x *= by;
    shape->corners[index].y *= by;
  }
  strncpy(shape->name, "grown", sizeof shape->name);
}

// A state that changes before the call fails.
struct total {
  int sum;
  int calls;
};
EXPORT int total_add(struct total *total, int amount) {
  total->calls++;
  total->sum += amount;
  return amount < 0 ? -1 : 0;
}

// Failure.
EXPORT int open_missing(void) {
  errno = ENOENT;
  return -1;
}
EXPORT void *nothing(void) { return NULL; }

// Handles.
struct box {
  int value;
};
static int boxes;
EXPORT struct box *box_make(int value) {
  struct box *box = malloc(sizeof *box);
  box->value = value;
  boxes++;
  return box;
}
EXPORT int box_open(int value, struct box **made) {
  *made = value < 0 ? NULL : box_make(value);
  return value < 0 ? -1 : 0;
}
EXPORT int box_value(struct box *box) { return box->value; }
EXPORT void box_free(struct box *box) {
  boxes--;
  free(box);
}
EXPORT int count_boxes(void) { return boxes; }

// Callbacks: now, from another thread, and kept for later.
EXPORT int tell(int number, listener listen) {
  return listen(number, "said", (const uint8_t *)"abc", 3);
}

static void *run(void *context) {
  listener listen = (listener)context;
  for (int number = 0; number < 100; number++) listen(number, NULL, NULL, 0);
  return NULL;
}
EXPORT void tell_from_threads(listener listen) {
  pthread_t threads[4];
  for (int index = 0; index < 4; index++) {
    pthread_create(&threads[index], NULL, run, (void *)listen);
  }
  for (int index = 0; index < 4; index++) pthread_join(threads[index], NULL);
}

static listener kept;
EXPORT void keep(listener listen) { kept = listen; }
EXPORT int call_kept(void) { return kept(7, "late", NULL, 0); }

// Variable arguments.
EXPORT int sum(int count, ...) {
  va_list arguments;
  va_start(arguments, count);
  int sum = 0;
  for (int index = 0; index < count; index++) sum += va_arg(arguments, int);
  va_end(arguments);
  return sum;
}

EXPORT int sum_list(int count, va_list arguments) {
  int sum = 0;
  for (int index = 0; index < count; index++) sum += va_arg(arguments, int);
  return sum;
}
EXPORT long double longest(void) { return 1; }
EXPORT int all_flags(struct flags flags) { return flags.first && flags.rest; }

// A library that prints.
EXPORT void print(void) {
  puts("printed by C");
  fflush(stdout);
}
