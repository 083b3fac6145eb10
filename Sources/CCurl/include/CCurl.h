// libcurl. Its setters are variadic, which Swift can not call: they stand here as typed functions.

#pragma once

#include <curl/curl.h>
