// Extended attributes, as in <sys/xattr.h>, which Swift's Glibc module does not have. (Including that header here would define types such
// as mode_t a second time.)
#include <stddef.h>
// And the settings of malloc.
#include <malloc.h>

ptrdiff_t getxattr(const char *path, const char *name, void *value, size_t size);
int fsetxattr(int file, const char *name, const void *value, size_t size, int flags);
int fremovexattr(int file, const char *name);
