#ifndef LINE_EDITOR_H
#define LINE_EDITOR_H
#endif
