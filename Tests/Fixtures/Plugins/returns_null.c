#include <vvsi.h>
VVSI_EXPORT const vvsi_plugin *vvsi_main(const vvsi_host *host) {
  (void)host;
  return NULL;
}
