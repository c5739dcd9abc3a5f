/* The VVSI plugin ABI: what a plugin and a host say to each other.
 *
 * A plugin is a dynamic library that exports one function, `vvsi_main`. Everything else that crosses is bytes,
 * integers and the function pointers below. The header is plain C11 and is meant for authors in C, C++, Rust, Zig
 * and Swift alike.
 *
 * The order of things
 *   1. The host loads the library and calls `vvsi_main` with its own table. The plugin returns its description.
 *      Neither side calls anything else yet.
 *   2. The host compares sizes, versions, compiler and capabilities. On a mismatch it stops here and says what it
 *      expected and what it found.
 *   3. The host calls `start`; the plugin calls `register_feature` once for every feature.
 *   4. For every instance the host calls `create`, then `trigger` as often as it likes, then `destroy`.
 *
 * Rules that hold everywhere
 *   - Strings are UTF-8 with a count and without a terminating NUL, unless a comment says otherwise.
 *   - Bytes passed in a call are valid during that call only; whoever needs them longer copies them. Each side frees
 *     its own memory.
 *   - Actions, states, notifications, schemas and routes are JSON texts (RFC 8259).
 *   - Every table begins with its `size` in bytes as its author compiled it. A reader ignores what lies beyond the size
 *     that it knows, and treats what lies beyond the size that it is given as absent.
 *   - A minor version only appends members. Larger growth goes through `extension`, by name.
 *   - A plugin lives as long as the process: it is never unmapped, and its tables and their functions stay valid.
 */
#ifndef VVSI_H
#define VVSI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Majors must be equal; the host's minor must be at least the plugin's. */
#define VVSI_ABI_MAJOR 1
#define VVSI_ABI_MINOR 0

/* The name of the one function that a plugin exports. */
#define VVSI_ENTRY_POINT "vvsi_main"

#if defined(__GNUC__) || defined(__clang__)
#define VVSI_EXPORT __attribute__((visibility("default")))
#else
#define VVSI_EXPORT
#endif

/* Borrowed bytes. `data` may be NULL only if `count` is 0. */
typedef struct vvsi_bytes {
  const uint8_t *data;
  size_t count;
} vvsi_bytes;

/* Why something was refused or failed.
 *
 * `code` is snake_case and stable, such as `invalid_payload`. `path` is an RFC 6901 pointer to the offending part of
 * the JSON text, or empty for all of it. `message` says what was expected and what was found, in one line. */
typedef struct vvsi_fault {
  uint32_t size;
  uint32_t reserved;
  vvsi_bytes code;
  vvsi_bytes path;
  vvsi_bytes message;
} vvsi_fault;

/* Where a call delivers its result: either one `write` or one `fail`, on the calling thread, before the call returns.
 * A second delivery is ignored. A sink is owned by the host and valid during the call that it is passed to. */
typedef struct vvsi_sink {
  uint32_t size;
  uint32_t reserved;
  void *context;
  /* Takes the result. Copies the bytes. Never fails. Must not be NULL. */
  void (*write)(void *context, vvsi_bytes bytes);
  /* Takes the reason why there is no result. Copies it. Never fails. Must not be NULL. */
  void (*fail)(void *context, const vvsi_fault *fault);
} vvsi_sink;

/* Bytes to value and back, for one type. Owned by the plugin; never freed. */
typedef struct vvsi_codec {
  uint32_t size;
  uint32_t reserved;
  void *context;
  /* A JSON Schema (2020-12) of the texts that `recode` accepts, or empty if the type has none. */
  vvsi_bytes schema;
  /* Decodes `text` into a value and writes that value's own encoding to `sink`; or fails with `invalid_json`,
   * `invalid_payload`, `unknown_action` or `unknown_field` where `text` is no value of the type.
   * Thread: any, and several at a time. Must not be NULL. */
  void (*recode)(void *context, vvsi_bytes text, const vvsi_sink *sink);
} vvsi_codec;

/* What one instance tells its host. Owned by the host, and never freed: a call that comes after `destroy` returned is
 * counted as a fault of the plugin and has no other effect.
 * Thread: any, and several at a time, from inside `trigger` as well. None of these functions blocks, calls back into
 * the plugin, or fails. None is NULL. `ticket` is the number of the action that the call belongs to, or 0 for none. */
typedef struct vvsi_instance_host {
  uint32_t size;
  uint32_t reserved;
  void *context;
  /* The state changed to `state`. Calls come in the order of the changes; a state equal to the one before is not
   * reported. */
  void (*commit)(void *context, uint64_t ticket, vvsi_bytes state);
  /* The feature sends a notification. */
  void (*notify)(void *context, uint64_t ticket, vvsi_bytes notification);
  /* Nothing more comes of the action. Once for every ticket that `trigger` accepted. */
  void (*settle)(void *context, uint64_t ticket);
  /* The action failed; its later `settle` still comes. */
  void (*fail)(void *context, uint64_t ticket, const vvsi_fault *fault);
  /* Asks to be led elsewhere: `route` is an object with `feature`, `to` and `payload`. */
  void (*route)(void *context, uint64_t ticket, vvsi_bytes route);
  /* Queues an action for this same instance, behind those that wait already. */
  void (*trigger)(void *context, vvsi_bytes action);
} vvsi_instance_host;

/* One feature: a factory of instances. Owned by the plugin; never freed. */
typedef struct vvsi_feature {
  uint32_t size;
  uint32_t reserved;
  void *context;
  /* Lower case letters, digits, `-` and `_`, beginning with a letter; at most 64. */
  vvsi_bytes id;
  /* `vvsi`, `vip`, `intent`, `synchronous`, `c` or another word for people; may be empty. */
  vvsi_bytes style;
  /* One line for people; may be empty. */
  vvsi_bytes summary;
  /* Both must not be NULL. */
  const vvsi_codec *action_codec;
  const vvsi_codec *state_codec;
  /* A JSON Schema (2020-12) of the notifications, or empty. */
  vvsi_bytes notification_schema;

  /* Makes an instance that begins with `state`, or with the feature's own initial state where `state` is empty. `host`
   * stays valid for ever. Returns the instance, or NULL after a call of `fault->fail`. A library that the host has never
   * seen is loaded in a process of its own first, with VVSI_TRIAL in its environment, and each feature made there once.
   * Thread: any, one at a time for each feature. Must not be NULL. */
  void *(*create)(void *context, const vvsi_instance_host *host, vvsi_bytes state, const vvsi_sink *fault);

  /* Writes the instance's state as of now to `sink`.
   * Thread: any, never at the same time as another call for this instance. Must not be NULL. */
  void (*snapshot)(void *instance, const vvsi_sink *sink);

  /* Decodes the action and runs it. Returns true once the interactor has returned; work may go on after that until
   * `settle`. Returns false after a call of `fault->fail` if the action was not understood; then nothing happened.
   * Thread: any, never at the same time as another call for this instance. Must not be NULL. */
  bool (*trigger)(void *instance, uint64_t ticket, vvsi_bytes action, const vvsi_sink *fault);

  /* Asks that what runs for this ticket (0: for every ticket) come to an end soon. May do nothing.
   * Thread: any, also during `trigger`. May be NULL. */
  void (*cancel)(void *instance, uint64_t ticket);

  /* Frees the instance. When it returns, no callback of this instance is running and none is made any more.
   * Thread: any, never at the same time as another call for this instance, and the last one. Must not be NULL. */
  void (*destroy)(void *instance);

  /* Turns a state written by an older generation into one of this type, before any field is carried over by name.
   * `fingerprint` names the schema that `state` was written for. Writes the new text; or fails if it cannot; or does
   * neither if it has nothing to say about that fingerprint.
   * Thread: any. May be NULL. */
  void (*migrate)(void *context, vvsi_bytes fingerprint, vvsi_bytes state, const vvsi_sink *sink);
} vvsi_feature;

/* What the host offers a plugin. Owned by the host; valid for ever. */
typedef struct vvsi_host {
  uint32_t size;
  uint16_t major;
  uint16_t minor;
  void *context;
  /* The host's name and version, for messages. */
  vvsi_bytes version;
  /* Registers a feature. Returns false, and has told its user why, if the feature is refused; then `start` should
   * return false too. Thread: the one that runs `start`, during it. Never NULL. */
  bool (*register_feature)(void *context, const vvsi_feature *feature);
  /* A line for people. `level`: 0 debug, 1 information, 2 warning, 3 error. Thread: any. Never NULL. */
  void (*log)(void *context, int32_t level, vvsi_bytes message);
  /* The table of a named extension, or NULL if the host does not have it. `name` ends with NUL. Thread: any.
   * Never NULL. */
  const void *(*extension)(void *context, const char *name);
} vvsi_host;

/* What a plugin says of itself. Owned by the plugin; never freed. */
typedef struct vvsi_plugin {
  uint32_t size;
  uint16_t major;
  uint16_t minor;
  void *context;
  /* The compiler whose runtime the plugin shares with the host (`vvsi_swift_compiler()`), which must be the host's own;
   * or empty for a plugin without Swift in it. */
  vvsi_bytes compiler;
  /* Names of extensions that the plugin cannot do without, separated by single spaces; or empty. */
  vvsi_bytes requires;
  /* Registers the features. Returns false if the plugin cannot work. Thread: any, once. Must not be NULL. */
  bool (*start)(void *context, const vvsi_host *host);
  /* The table of a named extension, or NULL. `name` ends with NUL. Thread: any. May be NULL. */
  const void *(*extension)(void *context, const char *name);
} vvsi_plugin;

/* The host's extension of this name tells a plugin where it came from; the table is a `vvsi_place`. */
#define VVSI_EXTENSION_PLACE "vvsi.place"

/* Owned by the host; valid for ever. */
typedef struct vvsi_place {
  uint32_t size;
  uint32_t reserved;
  /* The absolute path of the folder that the plugin was built from; of the folder that holds it, if it came as a library.
   * Files that belong to the plugin are found there. */
  vvsi_bytes folder;
} vvsi_place;

/* Returns the plugin's description, or NULL if it cannot run at all. `host` stays valid for ever.
 * Thread: any, once. Must not call the host. */
VVSI_EXPORT const vvsi_plugin *vvsi_main(const vvsi_host *host);

/* The compiler that compiles this header. The clang inside a Swift compiler names its exact build, so two Swift modules
 * with equal answers share one runtime. Ends with NUL; valid for ever. */
static inline const char *vvsi_swift_compiler(void) { return __VERSION__; }

#ifdef __cplusplus
}
#endif

#endif
