// Expat, for the ExpatXML target.
#include <expat.h>

/// Returns the user data of a parser. (`XML_GetUserData` is a macro.)
static inline void *cexpat_user_data(XML_Parser parser) { return XML_GetUserData(parser); }
