#define _GNU_SOURCE
#include "crumb.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <link.h>
#include <sys/syscall.h>
#include <ucontext.h>
#endif

_Thread_local const crumb_frame *volatile crumb_current;
_Thread_local bool crumb_has_stack;

static const int reported[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
static const char *const names[] = {"SIGSEGV", "SIGBUS", "SIGILL", "SIGTRAP", "SIGFPE", "SIGABRT", "SIGSYS"};
enum { REPORTED = sizeof reported / sizeof *reported, STACK = 1 << 16, CODES = 8192, DEPTH = 1 << 16, SHOWN = 1024 };

static struct sigaction before[REPORTED];
static crumb_wording wording;
static int report_descriptor = -1;
static int exit_status;
/* A child that a plugin forks has all of this, and it is not its own. */
static pid_t process;
static atomic_bool is_reporting;

/* MARK: Code */

typedef struct code {
  uintptr_t start, end;
  const crumb_place *place;
} code;

static code codes[CODES];
static atomic_uint code_count;

#ifdef __linux__
struct search {
  uintptr_t address;
  code found;
};

static int look(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  struct search *search = context;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
    uintptr_t start = object->dlpi_addr + segment->p_vaddr;
    if (search->address < start || search->address >= start + segment->p_memsz) continue;
    search->found.start = start;
    search->found.end = start + segment->p_memsz;
    return 1;
  }
  return 0;
}
#endif

void crumb_add_code(const void *address, const crumb_place *place) {
#ifdef __linux__
  struct search search = {(uintptr_t)address, {0, 0, place}};
  unsigned count = atomic_load(&code_count);
  if (count >= CODES || !dl_iterate_phdr(look, &search)) return;
  codes[count] = search.found;
  atomic_store(&code_count, count + 1);
#else
  (void)address, (void)place;
#endif
}

static const crumb_place *owner(uintptr_t address) {
  unsigned count = atomic_load(&code_count);
  for (unsigned i = count; i > 0; i--) {
    if (address >= codes[i - 1].start && address < codes[i - 1].end) return codes[i - 1].place;
  }
  return NULL;
}

/* The plugin whose code is nearest to the top of a stack. What lies there may be a leftover; it is the best there is. The
 * stack is read through a file, so that its end is an error and no second fault. */
static const crumb_place *owner_of_stack(uintptr_t top) {
#ifdef __linux__
  if (atomic_load(&code_count) == 0) return NULL;
  int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  if (memory < 0) return NULL;
  uintptr_t words[64];
  const crumb_place *found = NULL;
  uintptr_t address = top & ~(uintptr_t)15;
  for (uintptr_t end = address + DEPTH; !found && address < end; address += sizeof words) {
    ssize_t count = pread(memory, words, sizeof words, (off_t)address);
    if (count <= 0) break;
    for (size_t i = 0; !found && i < (size_t)count / sizeof *words; i++) found = owner(words[i]);
  }
  close(memory);
  return found;
#else
  (void)top;
  return NULL;
#endif
}

/* MARK: Text, made with nothing that a signal handler may not use */

typedef struct text {
  char bytes[4096];
  size_t count;
} text;

static void add(text *text, const char *bytes, size_t count) {
  size_t room = sizeof text->bytes - text->count;
  if (count > room) count = room;
  memcpy(text->bytes + text->count, bytes, count);
  text->count += count;
}

static void add_string(text *text, const char *string) { add(text, string, strlen(string)); }

static void add_number(text *text, uint64_t number) {
  char digits[20];
  size_t count = 0;
  do digits[sizeof digits - ++count] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  add(text, digits + sizeof digits - count, count);
}

static void put(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno != EINTR) return;
    if (written > 0) bytes += written, count -= (size_t)written;
  }
}

static void add_piece(text *text, char piece, const crumb_place *place, const crumb_frame *frame, const char *end) {
  switch (piece) {
    case 'p': add_string(text, place->plugin); break;
    case 'g': add_number(text, place->generation); break;
    case 'f': add_string(text, place->feature); break;
    case 't': add_number(text, frame ? frame->ticket : 0); break;
    case 'a': if (frame) add(text, (const char *)frame->action, frame->count < SHOWN ? frame->count : SHOWN); break;
    case 's': add_string(text, end); break;
  }
}

static void tell(const char *pieces, const crumb_place *place, const crumb_frame *frame, const char *end) {
  static text text;
  text.count = 0;
  for (; *pieces; pieces++) {
    if (*pieces == '%' && pieces[1]) add_piece(&text, *++pieces, place, frame, end);
    else add(&text, pieces, 1);
  }
  put(STDERR_FILENO, text.bytes, text.count);
}

/* One member a line, then the action as it is. */
static void write_report(const crumb_place *place, const crumb_frame *frame, const char *end) {
  static text text;
  text.count = 0;
  const char *members[] = {"end ", end, "\nplugin ", place ? place->plugin : "", "\nfeature ",
                           place && frame ? place->feature : "", "\ncontent ", place ? place->content : "",
                           "\ngeneration "};
  for (size_t i = 0; i < sizeof members / sizeof *members; i++) add_string(&text, members[i]);
  add_number(&text, place ? place->generation : 0);
  add_string(&text, "\nticket ");
  add_number(&text, frame ? frame->ticket : 0);
  add_string(&text, "\naction ");
  put(report_descriptor, text.bytes, text.count);
  if (frame) put(report_descriptor, (const char *)frame->action, frame->count < SHOWN ? frame->count : SHOWN);
}

static void report(uintptr_t address, uintptr_t top, const char *end) {
  const crumb_frame *frame = crumb_current;
  const crumb_place *place = frame ? frame->place : owner(address);
  if (!place) place = owner_of_stack(top);
  write_report(place, frame, end);
  if (!place) return;
  tell(!frame ? wording.thread : frame->ticket ? wording.action : wording.call, place, frame, end);
}

/* MARK: Ends */

static const char *name_of(int signal) {
  for (int i = 0; i < REPORTED; i++) {
    if (reported[i] == signal) return names[i];
  }
  return "a signal";
}

/* Another thread is at it, and the process ends with that. */
static void wait_for_end(void) {
  struct timespec second = {1, 0};
  nanosleep(&second, NULL);
}

static void on_fault(int signal, siginfo_t *info, void *context) {
  int error = errno;
  uintptr_t address = 0, top = (uintptr_t)&error;
#if defined(__linux__) && defined(__x86_64__)
  address = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  top = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RSP];
#elif defined(__linux__) && defined(__aarch64__)
  address = (uintptr_t)((ucontext_t *)context)->uc_mcontext.pc;
  top = (uintptr_t)((ucontext_t *)context)->uc_mcontext.sp;
#else
  (void)context;
#endif
  if (getpid() != process) {
    /* Ends as it would without the host. */
  } else if (atomic_exchange(&is_reporting, true)) wait_for_end();
  else report(address, top, name_of(signal));
  for (int i = 0; i < REPORTED; i++) {
    if (reported[i] == signal) sigaction(signal, &before[i], NULL);
  }
  /* A fault comes again when this returns, and meets the handler that was there before. Anything else was sent, and is
   * sent again. */
  bool is_fault = info->si_code > 0 && signal != SIGABRT && signal != SIGSYS;
  if (!is_fault) raise(signal);
  errno = error;
}

static void on_end(uintptr_t address, const char *end) {
  if (getpid() != process || atomic_exchange(&is_reporting, true)) return;
  report(address, (uintptr_t)&address, end);
  _exit(exit_status);
}

static void on_exit_called(void) { on_end(0, "exit"); }

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define HAS_SANITIZER
#endif
#endif

#if defined(__linux__) && !defined(HAS_SANITIZER)
static void on_quick_exit_called(void) { on_end(0, "quick_exit"); }

static _Noreturn void end_without_ado(uintptr_t caller, const char *end, int status) {
  if (report_descriptor >= 0 && (crumb_current || owner(caller))) on_end(caller, end);
  for (;;) syscall(SYS_exit_group, status);
}

/* What a library calls by these names is found in the executable first. The library's own `_exit` says nothing to anybody
 * on its way out; the host's end by it is no plugin's. */
__attribute__((visibility("default"))) void _exit(int status) {
  end_without_ado((uintptr_t)__builtin_return_address(0), "_exit", status);
}

__attribute__((visibility("default"))) void _Exit(int status) {
  end_without_ado((uintptr_t)__builtin_return_address(0), "_Exit", status);
}
#endif

void crumb_install(int descriptor, int status, const crumb_wording *words) {
  report_descriptor = descriptor;
  exit_status = status;
  process = getpid();
  wording = *words;
  atexit(on_exit_called);
#if defined(__linux__) && !defined(HAS_SANITIZER)
  at_quick_exit(on_quick_exit_called);
#endif
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  for (int i = 0; i < REPORTED; i++) sigaction(reported[i], &action, &before[i]);
  crumb_prepare_thread();
}

/* Whether a handler is the program's own, such as the line editor's, which calls the one before it. */
static bool is_own(const struct sigaction *handler) {
  Dl_info its, mine;
  if (!(handler->sa_flags & SA_SIGINFO) && handler->sa_handler == SIG_DFL) return false;
  const void *function = (handler->sa_flags & SA_SIGINFO) ? (const void *)handler->sa_sigaction : (const void *)handler->sa_handler;
  if (!dladdr(function, &its) || !dladdr((const void *)on_fault, &mine)) return false;
  return its.dli_fbase == mine.dli_fbase;
}

int crumb_count_replaced(void) {
  int count = 0;
  if (report_descriptor < 0) return 0;
  for (int i = 0; i < REPORTED; i++) {
    struct sigaction now;
    sigaction(reported[i], NULL, &now);
    if (!is_own(&now)) count++;
  }
  return count;
}

/* MARK: Threads */

static pthread_key_t stack_key;

static void give_back(void *stack) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  munmap(stack, STACK);
}

static void make_key(void) { pthread_key_create(&stack_key, give_back); }

void crumb_prepare_thread(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  crumb_has_stack = true;
  stack_t now;
  if (report_descriptor < 0 || sigaltstack(NULL, &now) != 0 || !(now.ss_flags & SS_DISABLE)) return;
  void *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack == MAP_FAILED) return;
  pthread_once(&once, make_key);
  pthread_setspecific(stack_key, stack);
  stack_t alternative = {.ss_sp = stack, .ss_size = STACK};
  sigaltstack(&alternative, NULL);
}
