/* A feature that does harm on request: the action's name says which. Every other action counts. */
#define _GNU_SOURCE
#define FIXTURE_TRIGGER do_harm
#include "plugin.h"

#ifndef FIXTURE_HUGE
#define FIXTURE_HUGE (100u << 20)
#endif

#include <dlfcn.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

static bool do_harm(void *context, uint64_t ticket, vvsi_bytes action, const vvsi_sink *fault);
static bool count_up(void *context, uint64_t ticket, vvsi_bytes action, const vvsi_sink *fault);

static void run_for_ever(void) {
  for (;;) __asm__ volatile("");
}

static void lock_twice(void) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
}

static void eat_memory(void) {
  for (;;) {
    char *block = malloc(16 << 20);
    if (!block) abort();
    memset(block, 1, 16 << 20);
  }
}

/* More at a time than there may be. */
static void take_memory(void) {
  char *block = malloc((size_t)1 << 40);
  if (!block) abort();
  block[0] = 1;
}

static void share_memory(void) {
  size_t count = (size_t)400 << 20;
  char *block = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) abort();
  memset(block, 1, count);
  run_for_ever();
}

static void eat_descriptors(void) {
  while (open("/dev/null", O_RDONLY) >= 0) {}
}

static void start_processes(void) {
  for (int i = 0; i < 2000; i++) {
    pid_t child = fork();
    if (child == 0) {
      pause();
      _exit(0);
    }
    usleep(100);
  }
  run_for_ever();
}

/* Starts processes that leave its group and session, and that nobody waits for. */
static void start_sessions(int count) {
  for (int i = 0; i < count; i++) {
    if (fork() != 0) continue;
    if (setsid() < 0 || fork() != 0) _exit(0);
    for (;;) pause();
  }
}

static void *commit_for_ever(void *context) {
  for (;;) {
    commit(context, 0);
    usleep(1000);
  }
}

static void outlive(struct instance *instance) {
  pthread_t thread;
  pthread_create(&thread, NULL, commit_for_ever, instance);
  pthread_detach(thread);
}

static void commit_text(struct instance *instance, uint64_t ticket, const char *text, size_t count) {
  instance->host->commit(instance->host->context, ticket, (vvsi_bytes){(const uint8_t *)text, count});
}

static void commit_much(struct instance *instance, uint64_t ticket) {
  size_t count = FIXTURE_HUGE;
  char *text = malloc(count);
  memset(text, '1', count);
  text[0] = text[count - 1] = '"';
  commit_text(instance, ticket, text, count);
  free(text);
}

static void notify(struct instance *instance, uint64_t ticket, const char *text) {
  instance->host->notify(instance->host->context, ticket, bytes(text));
}

static void flood(struct instance *instance, uint64_t ticket) {
  char text[32];
  for (int i = 0; i < 100000; i++) {
    snprintf(text, sizeof text, "%d", i);
    notify(instance, ticket, text);
  }
}

static void go_on(int number) { (void)number; }

static void handle_signals(void) {
  for (int number = 1; number < 32; number++) signal(number, go_on);
}

static void print(void) {
  printf("printed to output\n");
  fprintf(stderr, "printed to errors\n");
}

static void close_output(void) {
  close(1);
  close(2);
  printf("to nobody\n");
  fflush(stdout);
}

static void change_surroundings(void) {
  setlocale(LC_ALL, "C.UTF-8");
  if (chdir("/") != 0) abort();
  clearenv();
}

/* Nobody can load this library again until it is put back. */
static void hide_library(bool leaves_a_part) {
  Dl_info info;
  char hidden[4096];
  if (!dladdr(&the_host, &info)) _exit(9);
  snprintf(hidden, sizeof hidden, "%s.hidden", info.dli_fname);
  if (rename(info.dli_fname, hidden) != 0) _exit(9);
  if (leaves_a_part) {
    char head[64];
    int from = open(hidden, O_RDONLY), to = open(info.dli_fname, O_WRONLY | O_CREAT, 0600);
    if (read(from, head, sizeof head) < 0 || write(to, head, sizeof head) < 0) _exit(9);
  }
  abort();
}

static void *crash(void *context) {
  *(volatile int *)8 = 1;
  return context;
}

static void crash_on_thread(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, crash, NULL);
  for (;;) pause();
}

static void *crash_soon(void *context) {
  usleep(20000);
  return crash(context);
}

static void crash_after_the_action(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, crash_soon, NULL);
}

__attribute__((noinline)) static int recurse(volatile int depth) {
  volatile char block[4096];
  block[0] = (char)depth;
  return recurse(depth + 1) + block[0];
}

static bool is(const char *text, const char *name) {
  char quoted[64];
  snprintf(quoted, sizeof quoted, "\"%s\"", name);
  return strstr(text, quoted) != NULL;
}

static bool do_harm(void *context, uint64_t ticket, vvsi_bytes action, const vvsi_sink *fault) {
  struct instance *instance = context;
  char text[256] = {0};
  memcpy(text, action.data, action.count < 255 ? action.count : 255);
  if (is(text, "segfault")) *(volatile int *)8 = 1;
  if (is(text, "trap")) __builtin_trap();
  if (is(text, "abort")) abort();
  if (is(text, "exit")) exit(0);
#ifdef __linux__
  if (is(text, "quick-exit")) quick_exit(0);
#endif
  if (is(text, "end-at-once")) _exit(0);
  if (is(text, "hide") || is(text, "cut")) hide_library(is(text, "cut"));
  if (is(text, "thread-segfault")) crash_on_thread();
  if (is(text, "late-segfault")) crash_after_the_action();
  if (is(text, "overflow")) recurse(0);
  if (is(text, "fork") && fork() == 0) exit(7);
  if (is(text, "handler")) handle_signals();
  if (is(text, "loop") || is(text, "handler")) run_for_ever();
  if (is(text, "deadlock")) lock_twice();
  if (is(text, "stop")) kill(getpid(), SIGSTOP), pause();
  if (is(text, "memory")) eat_memory();
  if (is(text, "much-memory")) take_memory();
  if (is(text, "shared-memory")) share_memory();
  if (is(text, "descriptors")) eat_descriptors();
  if (is(text, "processes")) start_processes();
  if (is(text, "sessions")) start_sessions(400), run_for_ever();
  if (is(text, "session")) start_sessions(1);
  if (is(text, "session-abort")) start_sessions(1), abort();
  if (is(text, "session-loop")) start_sessions(1), run_for_ever();
  if (is(text, "outlive")) outlive(instance);
  if (is(text, "invalid-state")) commit_text(instance, ticket, "{", 1);
  if (is(text, "huge-state")) commit_much(instance, ticket);
  if (is(text, "invalid-notification")) notify(instance, ticket, "\"\xff\"");
  if (is(text, "flood")) flood(instance, ticket);
  if (is(text, "print")) print();
  if (is(text, "close-output")) close_output();
  if (is(text, "surroundings")) change_surroundings();
  if (is(text, "slow")) usleep(5000000);
  return count_up(context, ticket, action, fault);
}

FIXTURE_MAIN
