#include "CCodings.h"
