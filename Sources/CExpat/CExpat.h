// Expat, for the ExpatXML target.
#include <expat.h>
