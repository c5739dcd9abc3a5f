#include <vvsi.h>
static bool start(void *context, const vvsi_host *host) { return context == NULL && host != NULL; }
static vvsi_plugin plugin = {sizeof plugin, VVSI_ABI_MAJOR, VVSI_ABI_MINOR, NULL, {0}, {0}, start, NULL};
VVSI_EXPORT const vvsi_plugin *vvsi_main(const vvsi_host *host) {
  (void)host;
  return &plugin;
}
