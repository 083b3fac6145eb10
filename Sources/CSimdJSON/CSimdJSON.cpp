#include "CSimdJSON.h"

#include <new>
#include <simdjson.h>
#include <string>

struct csimdjson_parser {
  simdjson::dom::parser parser;
};

extern "C" csimdjson_parser *csimdjson_parser_create(void) { return new (std::nothrow) csimdjson_parser(); }

extern "C" void csimdjson_parser_destroy(csimdjson_parser *parser) { delete parser; }

extern "C" size_t csimdjson_parser_capacity(const csimdjson_parser *parser) { return parser->parser.capacity(); }

extern "C" size_t csimdjson_padding(void) { return simdjson::SIMDJSON_PADDING; }

extern "C" csimdjson_result csimdjson_parse(csimdjson_parser *parser, const uint8_t *bytes, size_t length,
                                            bool is_padded, size_t max_depth) {
  csimdjson_result result = {nullptr, nullptr, 0};
  auto &dom = parser->parser;
  if (length > dom.capacity() || dom.max_depth() != max_depth) {
    size_t wanted = length > dom.capacity() ? length : dom.capacity();
    auto error = dom.allocate(wanted < 4096 ? 4096 : wanted, max_depth);
    if (error) {
      result.error = error;
      return result;
    }
  }
  auto error = dom.parse(bytes, length, /* copy into a padded buffer */ !is_padded).error();
  if (error) {
    result.error = error;
    return result;
  }
  result.tape = dom.doc.tape.get();
  result.strings = dom.doc.string_buf.get();
  return result;
}

extern "C" const char *csimdjson_error_message(int error) {
  return simdjson::error_message(static_cast<simdjson::error_code>(error));
}

extern "C" const char *csimdjson_version(void) { return SIMDJSON_STRINGIFY(SIMDJSON_VERSION); }

extern "C" const char *csimdjson_implementation(void) {
  static const std::string name = simdjson::get_active_implementation()->name();
  return name.c_str();
}
