#include "CSimdJSON.h"

#include <charconv>
#include <new>
#include <simdjson.h>
#include <string>
#include <sys/mman.h>

struct csimdjson_parser {
  simdjson::dom::parser parser;
  /// The capacity of buffers that use huge pages; 0 if they do not.
  size_t large = 0;
};

namespace {

/// Asks for huge pages for a large buffer that is about to be filled, or no longer for one that is about to be freed. Only a hint.
void advise(const void *start, size_t length, int advice) {
  const uintptr_t page = size_t(2) << 20;
  uintptr_t from = (reinterpret_cast<uintptr_t>(start) + page - 1) / page * page;
  uintptr_t to = (reinterpret_cast<uintptr_t>(start) + length) / page * page;
  if (to > from) {
    madvise(reinterpret_cast<void *>(from), to - from, advice);
  }
}

void advise(const csimdjson_parser *parser, int advice) {
  auto &dom = parser->parser;
  advise(dom.doc.tape.get(), parser->large / 2 * sizeof(uint64_t), advice);
  advise(dom.doc.string_buf.get(), parser->large, advice);
  advise(dom.implementation->structural_indexes.get(), parser->large / 2 * sizeof(uint32_t), advice);
}

/// Small buffers that take the place of freed ones must not have huge pages.
void end_large_pages(csimdjson_parser *parser) {
  if (parser->large > 0) {
    advise(parser, MADV_NOHUGEPAGE);
    parser->large = 0;
  }
}

/// Texts of at least this size use huge pages.
const size_t large_text = size_t(4) << 20;

} // namespace

extern "C" csimdjson_parser *csimdjson_parser_create(void) { return new (std::nothrow) csimdjson_parser(); }

extern "C" void csimdjson_parser_destroy(csimdjson_parser *parser) {
  end_large_pages(parser);
  delete parser;
}

extern "C" size_t csimdjson_parser_capacity(const csimdjson_parser *parser) { return parser->parser.capacity(); }

extern "C" size_t csimdjson_padding(void) { return simdjson::SIMDJSON_PADDING; }

extern "C" csimdjson_result csimdjson_parse(csimdjson_parser *parser, const uint8_t *bytes, size_t length,
                                            bool is_padded, size_t max_depth) {
  csimdjson_result result = {nullptr, nullptr, 0};
  auto &dom = parser->parser;
  if (length > dom.capacity() || dom.max_depth() != max_depth) {
    size_t wanted = length > dom.capacity() ? length : dom.capacity();
    end_large_pages(parser);
    auto error = dom.allocate(wanted < 4096 ? 4096 : wanted, max_depth);
    if (!error && wanted >= large_text) {
      error = dom.doc.allocate(wanted);
      if (!error) {
        parser->large = wanted;
        advise(parser, MADV_HUGEPAGE);
      }
    }
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

extern "C" size_t csimdjson_separators(const uint8_t *bytes, size_t length) {
  size_t count = 0;
  while (length > 0) {
    // A byte counter lets the compiler vectorize the loop. Each part is short enough that it cannot overflow.
    size_t part = length < 240 ? length : 240;
    uint8_t found = 0;
    for (size_t index = 0; index < part; index++) {
      found += (bytes[index] == ',') | ((bytes[index] | 0x20) == '{');
    }
    count += found;
    bytes += part;
    length -= part;
  }
  return count;
}

extern "C" size_t csimdjson_write_fixed(double value, char *out, size_t room) {
  auto written = std::to_chars(out, out + room, value, std::chars_format::fixed);
  return written.ec == std::errc() ? written.ptr - out : 0;
}

extern "C" const char *csimdjson_version(void) { return SIMDJSON_STRINGIFY(SIMDJSON_VERSION); }

extern "C" const char *csimdjson_implementation(void) {
  static const std::string name = simdjson::get_active_implementation()->name();
  return name.c_str();
}
