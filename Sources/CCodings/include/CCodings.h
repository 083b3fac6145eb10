// zlib, brotli and zstd, for HTTP content codings and the compression of stored replies.

#pragma once

#include <brotli/decode.h>
#include <zlib.h>
#include <zstd.h>
