#pragma once
// Misuse in code (never bad data, which is a diagnostic): FW_CHECK(condition, "what the caller did wrong").
// The default handler logs and aborts; a host may set one that breaks into its debugger, or throws in a test.
namespace Flockwork
{
using FAssertHandler = void (*)(const char* Expression, const char* File, int Line, const char* Message);
// Null restores the default. Returns the former handler.
FAssertHandler SetAssertHandler(FAssertHandler Handler);
void ReportAssert(const char* Expression, const char* File, int Line, const char* Message);
} // namespace Flockwork

#define FW_CHECK(Expression, Message)                                                                                  \
	((Expression) ? void(0) : ::Flockwork::ReportAssert(#Expression, __FILE__, __LINE__, Message))
