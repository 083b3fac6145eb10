#include "CCurl.h"

#include <linux/tcp.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

/// TCP_CLOSE_WAIT: the peer has closed its side. (The header that defines it conflicts with <linux/tcp.h>.)
static const uint8_t close_wait = 8;

bool ccurl_received(int socket, uint64_t *bytes) {
  struct tcp_info info;
  memset(&info, 0, sizeof info);
  socklen_t size = sizeof info;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return false;
  if (size < offsetof(struct tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received) return false;
  *bytes = info.tcpi_bytes_received;
  // The kernel counts the end of the stream as a byte.
  if (*bytes > 0 && info.tcpi_state == close_wait) *bytes -= 1;
  return true;
}
