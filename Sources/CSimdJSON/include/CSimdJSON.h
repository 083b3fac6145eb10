// A C interface to simdjson's DOM parser: bytes in, its tape and its string buffer out.
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

/// Gives a new parser, or NULL when memory is short. It grows to the largest document it has read.
csimdjson_parser *csimdjson_parser_create(void);

void csimdjson_parser_destroy(csimdjson_parser *parser);

/// How many bytes a document may have before this parser must grow again.
size_t csimdjson_parser_capacity(const csimdjson_parser *parser);

typedef struct {
  const uint64_t *tape;
  const uint8_t *strings;
  /// 0, or simdjson's `error_code`.
  int error;
} csimdjson_result;

/// How many readable bytes must follow a text that is parsed without a copy.
size_t csimdjson_padding(void);

/// Parses `length` bytes; the result points into the parser and lives until its next parse. Unless `is_padded` says that
/// `csimdjson_padding()` more bytes may be read, the text is copied first. A document nested deeper than `max_depth` is
/// refused.
csimdjson_result csimdjson_parse(csimdjson_parser *parser, const uint8_t *bytes, size_t length, bool is_padded,
                                 size_t max_depth);

/// Counts the commas, opening brackets and opening braces of a text, inside of strings too.
size_t csimdjson_separators(const uint8_t *bytes, size_t length);

/// Writes the shortest decimal without an exponent that reads back as `value`, which must be finite. Gives its length; 0 when `room`
/// bytes are too few.
size_t csimdjson_write_fixed(double value, char *out, size_t room);

/// simdjson's own sentence about one of its error codes.
const char *csimdjson_error_message(int error);

/// The version of the library at hand, such as "3.0.1".
const char *csimdjson_version(void);

/// The instruction set that simdjson chose on this machine, such as "haswell".
const char *csimdjson_implementation(void);

#ifdef __cplusplus
}
#endif
