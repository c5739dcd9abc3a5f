/* The parts of line editing that Swift cannot write: libedit's variadic functions, and signal handlers.
 *
 * libedit holds the line and knows the editing keys (words, kill and yank, case, transposing, quoting, numeric
 * arguments). It is detached from the terminal after it was set up: it reads keys through `next` and draws to nowhere.
 */
#ifndef LINE_EDITOR_H
#define LINE_EDITOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

typedef struct editline line_editor;

/* The key that runs `command` instead of one of libedit's own. It cannot be typed. */
#define LINE_EDITOR_COMMAND 0x80

typedef struct line_editor_hooks {
  void *context;
  /* Stores the next key, a Unicode scalar, and returns true; or returns false if there will be no more.
   * Called by line_editor_edit, on its thread. */
  bool (*next)(void *context, uint32_t *key);
  /* Runs after `next` delivered LINE_EDITOR_COMMAND. Returns true to end line_editor_edit.
   * Called by line_editor_edit, on its thread. */
  bool (*command)(void *context);
} line_editor_hooks;

/* Makes the calling thread read and classify characters as UTF-8, whatever the environment says. */
void line_editor_use_utf8(void);

/* The columns that a character takes, or -1 if it cannot be printed. Any thread. */
int line_editor_width(uint32_t scalar);

/* Sets up an editor for a terminal. The mode of the terminal is changed and is the caller's to set anew.
 * `hooks` is borrowed until line_editor_destroy. All calls for one editor must come from one thread.
 * Returns NULL if there is no memory or `terminal` is no terminal. */
line_editor *line_editor_create(int terminal, const line_editor_hooks *hooks);
void line_editor_destroy(line_editor *editor);

/* Edits one line, from empty, until a command ends it or keys do. */
void line_editor_edit(line_editor *editor);

/* The line as Unicode scalars; valid until the next call. */
const int32_t *line_editor_text(line_editor *editor, size_t *count, size_t *cursor);

/* Replaces the line. `text` ends with a zero and holds none before. */
void line_editor_set_text(line_editor *editor, const int32_t *text, size_t cursor);

/* Changes a mode so that keys arrive one by one, unchanged and unseen; output keeps its carriage returns. */
void line_editor_make_raw(struct termios *mode);

/* Makes what is printed to standard output leave line by line, wherever it goes. */
void line_editor_print_by_line(void);

/* Starts a thread, and waits for its end. A handle is to be joined once; NULL means that there is no thread. */
typedef struct line_editor_thread line_editor_thread;
line_editor_thread *line_editor_start(void (*run)(void *context), void *context);
void line_editor_join(line_editor_thread *thread);
bool line_editor_is_current(const line_editor_thread *thread);

typedef struct line_editor_terminal {
  /* Where keys come from and where the screen is. */
  int input, output;
  /* The mode to be put back. */
  struct termios mode;
  /* Whether the editor marks pastes and moves the cursor. */
  bool is_raw;
  /* Written to when a signal was noted. Must not block. */
  int wake;
  /* The reading end of a pipe that the standard descriptors were pointed at, or -1. Must not block. */
  int captured;
} line_editor_terminal;

/* Makes sure that no way to end the process leaves the terminal in the editor's mode, and notes signals.
 *
 * From now until line_editor_unguard, SIGINT, SIGWINCH and SIGCONT write a byte to `wake`. A signal that ends the
 * process first puts back the mode and shows what is left in `captured`; one that the program has a handler for, unless
 * it is a fault, is left to that. One guard at a time. */
void line_editor_guard(const line_editor_terminal *terminal);
void line_editor_unguard(void);

enum { LINE_EDITOR_INTERRUPTED = 1, LINE_EDITOR_CONTINUED = 2 };

/* The signals noted since the last call, as a set of the bits above. SIGWINCH is not among them. */
unsigned line_editor_take_signals(void);

#endif
