#ifndef FUNCTIONS_H
#define FUNCTIONS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What `vvsi import` can take of a library, and what it cannot.

typedef enum { LOW = 1, MIDDLE, HIGH = 200 } level;

struct point {
  double x, y;
};

struct shape {
  char name[8];
  struct point corners[2];
  uint8_t colour[3];
  void *hidden;
};

struct flags {
  unsigned first : 1, rest : 31;
};

typedef struct {
  char name[8];
  int16_t grid[2][3];
  level high;
  struct point centre;
} tile;

typedef struct box box;
typedef int (*listener)(int number, const char *text, const uint8_t *bytes, int count);

int add(int left, int right);
level next_level(level now);
struct point middle(struct point left, struct point right);
tile turn(const tile *from);
void grow(struct shape *shape, int by);
int all_flags(struct flags flags);

box *box_make(int value);
int box_value(box *box);
void box_free(box *box);
int box_open(int value, box **made);

char *twice(const char *text);
size_t length_of(const char *text);
void reverse(uint8_t *bytes, size_t count);
int64_t total(const int32_t *numbers, int count);
int fill(uint8_t *out, size_t capacity, size_t *written, uint8_t value);
int same(const uint8_t *left, const uint8_t *right, size_t count);

int tell(int number, listener listen);
int sum(int count, ...);
int sum_list(int count, va_list arguments);
long double longest(void);

static inline int inlined(void) { return 1; }

#endif
