// A C interface to simdjson's DOM parser, which returns its tape and string buffer.
//
// The tape is simdjson's own format (see "doc/tape.md" in its sources): one 64-bit word for each value, the type in the
// upper 8 bits, the payload in the lower 56. Only the Swift target SimdJSON imports this module.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct csimdjson_parser csimdjson_parser;

/// Creates a parser. Returns NULL if memory is low. Its buffers grow to fit the largest document it has parsed.
csimdjson_parser *csimdjson_parser_create(void);

void csimdjson_parser_destroy(csimdjson_parser *parser);

/// Returns the size of the largest document that the parser can parse without growing, in bytes.
size_t csimdjson_parser_capacity(const csimdjson_parser *parser);

typedef struct {
  const uint64_t *tape;
  const uint8_t *strings;
  /// simdjson's `error_code`; 0 on success.
  int error;
} csimdjson_result;

/// Returns the number of readable bytes that must follow a text that is parsed without a copy.
size_t csimdjson_padding(void);

/// Parses `length` bytes. The result points into the parser and is valid until its next parse. Unless `is_padded` is true, which means that
/// `csimdjson_padding()` more bytes are readable, the text is copied first. A document nested deeper than `max_depth` is an error.
csimdjson_result csimdjson_parse(csimdjson_parser *parser, const uint8_t *bytes, size_t length, bool is_padded,
                                 size_t max_depth);

/// Counts the commas, opening brackets and opening braces of a text, including those in strings.
size_t csimdjson_separators(const uint8_t *bytes, size_t length);

/// Writes the shortest decimal without an exponent that reads back as `value`, which must be finite. Returns its length; 0 if `room` is too
/// small.
size_t csimdjson_write_fixed(double value, char *out, size_t room);

/// Returns the version of simdjson, such as "3.0.1".
const char *csimdjson_version(void);

/// Returns the implementation that simdjson selected for this processor, such as "haswell".
const char *csimdjson_implementation(void);

#ifdef __cplusplus
}
#endif
