#define _GNU_SOURCE
#include "CCurl.h"

#include <linux/tcp.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

bool ccurl_received(int socket, uint64_t *bytes, uint32_t *age) {
  struct tcp_info info;
  memset(&info, 0, sizeof info);
  socklen_t size = sizeof info;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return false;
  if (size < offsetof(struct tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received) return false;
  *bytes = info.tcpi_bytes_received;
  *age = info.tcpi_last_data_recv;
  return true;
}

void ccurl_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }
