/* libedit's functions, under their own names.
 *
 * On Linux the library is loaded when somebody types: it brings three others along, and a program that runs scripts or
 * measures itself by milliseconds starts without them. */
#ifndef LIBEDIT_H
#define LIBEDIT_H

#include <histedit.h>
#include <stdbool.h>

/* Returns whether the functions can be called. Thread: any. */
bool libedit_load(void);

#ifdef __linux__
#define LIBEDIT_FUNCTIONS(each) \
  each(el_init_fd) each(el_end) each(el_get) each(el_set) each(el_wset) each(el_wgets) each(el_wline) \
  each(el_cursor) each(el_winsertstr)

struct libedit {
#define LIBEDIT_MEMBER(name) __typeof__(&name) name;
  LIBEDIT_FUNCTIONS(LIBEDIT_MEMBER)
#undef LIBEDIT_MEMBER
};

/* Filled by libedit_load. */
extern struct libedit libedit;

#ifndef LIBEDIT_ITSELF
#define el_init_fd libedit.el_init_fd
#define el_end libedit.el_end
#define el_get libedit.el_get
#define el_set libedit.el_set
#define el_wset libedit.el_wset
#define el_wgets libedit.el_wgets
#define el_wline libedit.el_wline
#define el_cursor libedit.el_cursor
#define el_winsertstr libedit.el_winsertstr
#endif
#endif

#endif
