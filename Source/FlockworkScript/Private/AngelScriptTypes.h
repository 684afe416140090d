#pragma once
// AngelScript as Debian packages it lives in a namespace of its own. Inside this module's private files its names are
// used as they are; they all begin with "as".
#include <angelscript.h>

#include <cstdint>

namespace Flockwork
{
using namespace AngelScript;

// A bool that a script hands over. AngelScript sets the lowest byte alone; the rest of the register is whatever was
// there, and a compiler may count on its being zero in a C++ bool (clang does). So what is registered takes one of
// these.
struct FScriptBool
{
	uint32_t Register;
	operator bool() const { return (Register & 0xffu) != 0; }
};
} // namespace Flockwork
