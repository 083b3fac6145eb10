// libcurl. Swift cannot call its variadic functions, so this header wraps them in typed ones.

#pragma once

#include <curl/curl.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

static inline CURLcode ccurl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

static inline CURLcode ccurl_set_number(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

/// Sets the callback for headers or the body.
static inline CURLcode ccurl_set_write(CURL *easy, CURLoption option, curl_write_callback value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_opensocket(CURL *easy, curl_opensocket_callback value) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}

static inline CURLcode ccurl_set_closesocket(CURL *easy, curl_closesocket_callback value) {
  return curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, value);
}

static inline CURLcode ccurl_set_prereq(CURL *easy, curl_prereq_callback value) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, value);
}

static inline CURLMcode ccurl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline long ccurl_get_number(CURL *easy, CURLINFO info) {
  long value = 0;
  curl_easy_getinfo(easy, info, &value);
  return value;
}

static inline int64_t ccurl_get_offset(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  curl_easy_getinfo(easy, info, &value);
  return value;
}

static inline void *ccurl_get_private(CURL *easy) {
  char *value = NULL;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value);
  return value;
}

/// Returns whether a message reports the end of a transfer, with its handle and result.
static inline bool ccurl_done(const CURLMsg *message, CURL **easy, CURLcode *result) {
  if (message->msg != CURLMSG_DONE) return false;
  *easy = message->easy_handle;
  *result = message->data.result;
  return true;
}

static inline const struct sockaddr *ccurl_address(const struct curl_sockaddr *address) { return &address->addr; }

static inline const curl_version_info_data *ccurl_version(void) { return curl_version_info(CURLVERSION_NOW); }

/// Gets the number of bytes that a TCP socket has received. Returns false if the system does not provide it.
bool ccurl_received(int socket, uint64_t *bytes);
