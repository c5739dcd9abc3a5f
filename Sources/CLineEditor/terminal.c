#include <stdio.h>

#include "line_editor.h"

void line_editor_make_raw(struct termios *mode) {
  mode->c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | ISTRIP);
  mode->c_oflag |= OPOST | ONLCR;
  mode->c_cflag |= CS8;
  mode->c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
  mode->c_cc[VMIN] = 1;
  mode->c_cc[VTIME] = 0;
}

void line_editor_print_by_line(void) { setvbuf(stdout, NULL, _IOLBF, BUFSIZ); }
