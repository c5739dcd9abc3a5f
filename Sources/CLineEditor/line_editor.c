#define _GNU_SOURCE
#include "line_editor.h"

#include "libedit.h"
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#ifdef __APPLE__
#include <xlocale.h>
#endif

_Static_assert(sizeof(wchar_t) == sizeof(int32_t), "a wide character is a Unicode scalar");

static locale_t utf8_locale;
static pthread_once_t utf8_once = PTHREAD_ONCE_INIT;

static void find_utf8_locale(void) {
  static const char *const names[] = {"C.UTF-8", "en_US.UTF-8", "C.utf8", ""};
  for (size_t i = 0; i < sizeof names / sizeof *names && utf8_locale == (locale_t)0; i++) {
    utf8_locale = newlocale(LC_CTYPE_MASK, names[i], (locale_t)0);
  }
}

static locale_t utf8(void) {
  pthread_once(&utf8_once, find_utf8_locale);
  return utf8_locale;
}

void line_editor_use_utf8(void) {
  if (utf8() != (locale_t)0) uselocale(utf8());
}

int line_editor_width(uint32_t scalar) {
  if (utf8() == (locale_t)0) return 1;
  locale_t before = uselocale(utf8());
  int width = wcwidth((wchar_t)scalar);
  uselocale(before);
  return width;
}

static const line_editor_hooks *hooks_of(EditLine *editor) {
  void *hooks = NULL;
  el_get(editor, EL_CLIENTDATA, &hooks);
  return hooks;
}

/* The line is libedit's own and only seems to be constant. */
static LineInfoW *mutable_line(EditLine *editor) { return (LineInfoW *)(uintptr_t)el_wline(editor); }

/* Makes libedit trust what it finds when it works on the line by itself.
 *
 * Its quick way to draw a typed character relies on a picture of the screen that other commands leave wrong once the
 * text is taller than the screen, and then writes out of bounds: so the picture is drawn anew. When it deletes forward,
 * it reads as far behind the text as it deletes: so there is room for the text twice. */
static void prepare_for_key(EditLine *editor) {
  LineInfoW *line = mutable_line(editor);
  size_t count = (size_t)(line->lastchar - line->buffer);
  ptrdiff_t cursor = line->cursor - line->buffer;
  wchar_t *copy = calloc(count + 1, sizeof *copy);
  if (copy != NULL && count > 0) {
    wmemcpy(copy, line->buffer, count);
    el_winsertstr(editor, copy);
    wmemcpy((wchar_t *)(uintptr_t)line->buffer, copy, count);
    line->lastchar = line->buffer + count;
    line->cursor = line->buffer + cursor;
  }
  free(copy);
  el_set(editor, EL_REFRESH);
}

static int read_key(EditLine *editor, wchar_t *character) {
  const line_editor_hooks *hooks = hooks_of(editor);
  uint32_t key = 0;
  if (!hooks->next(hooks->context, &key)) return 0;
  if (key != LINE_EDITOR_COMMAND) prepare_for_key(editor);
  *character = (wchar_t)key;
  return 1;
}

static unsigned char run_command(EditLine *editor, int key) {
  (void)key;
  const line_editor_hooks *hooks = hooks_of(editor);
  return hooks->command(hooks->context) ? CC_EOF : CC_REFRESH;
}

static char *no_prompt(EditLine *editor) {
  (void)editor;
  static char empty[] = "";
  return empty;
}

line_editor *line_editor_create(int terminal, const line_editor_hooks *hooks) {
  if (!libedit_load()) return NULL;
  FILE *nowhere = fopen("/dev/null", "r+e");
  if (nowhere == NULL) return NULL;
  EditLine *editor = el_init_fd("vvsi", nowhere, nowhere, nowhere, terminal, terminal, terminal);
  if (editor == NULL) {
    fclose(nowhere);
    return NULL;
  }
  /* libedit edits only where it found a terminal and believes that it changed its mode. From then on it is given
   * /dev/null, where changing the mode fails and is not tried again. */
  el_set(editor, EL_PREP_TERM, 1);
  el_set(editor, EL_SETFP, 0, nowhere);
  el_set(editor, EL_SETFP, 1, nowhere);
  el_set(editor, EL_SETFP, 2, nowhere);
  el_set(editor, EL_TERMINAL, "dumb");
  el_set(editor, EL_EDITMODE, 1);
  el_set(editor, EL_SIGNAL, 0);
  el_set(editor, EL_EDITOR, "emacs");
  el_set(editor, EL_PROMPT, no_prompt);
  el_set(editor, EL_CLIENTDATA, (void *)(uintptr_t)hooks);
  el_set(editor, EL_GETCFN, read_key);
  el_set(editor, EL_ADDFN, "vvsi-command", "Runs a command of the shell", run_command);
  static const wchar_t command_key[] = {LINE_EDITOR_COMMAND, 0};
  el_wset(editor, EL_BIND, command_key, L"vvsi-command", NULL);
  /* These would end the line, or read a command of libedit's own, where nobody sees it. */
  static const char *const unused[] = {"^J", "^M", "^D", "\\ex", "\\eX"};
  for (size_t i = 0; i < sizeof unused / sizeof *unused; i++) {
    el_set(editor, EL_BIND, unused[i], "ed-unassigned", NULL);
  }
  return editor;
}

void line_editor_destroy(line_editor *editor) {
  FILE *nowhere = NULL;
  el_get(editor, EL_GETFP, 0, &nowhere);
  el_end(editor);
  if (nowhere != NULL) fclose(nowhere);
}

void line_editor_edit(line_editor *editor) {
  int count = 0;
  el_wgets(editor, &count);
}

const int32_t *line_editor_text(line_editor *editor, size_t *count, size_t *cursor) {
  const LineInfoW *line = el_wline(editor);
  *count = (size_t)(line->lastchar - line->buffer);
  *cursor = (size_t)(line->cursor - line->buffer);
  return (const int32_t *)line->buffer;
}

void line_editor_set_text(line_editor *editor, const int32_t *text, size_t cursor) {
  /* el_deletestr would put the text into the kill buffer, in place of what the user killed. */
  LineInfoW *line = mutable_line(editor);
  line->cursor = line->buffer;
  line->lastchar = line->buffer;
  el_winsertstr(editor, (const wchar_t *)text);
  el_cursor(editor, (int)cursor - el_cursor(editor, 0));
}
