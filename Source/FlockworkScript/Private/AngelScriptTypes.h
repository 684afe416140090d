#pragma once
// AngelScript as Debian packages it lives in a namespace of its own. Inside this module's private files its names are
// used as they are; they all begin with "as".
#include <angelscript.h>

namespace Flockwork
{
using namespace AngelScript;
}
