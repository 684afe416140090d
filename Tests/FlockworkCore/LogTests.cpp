#include "FlockworkCore/Log.h"

#include "FlockworkCore/Assert.h"

#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace Flockwork
{
namespace
{
struct FRecordingSink final : ILogSink
{
	std::vector<std::string> Lines;
	void Write(ELogLevel Level, std::string_view Category, std::string_view Message) override
	{
		Lines.push_back(std::string(ToString(Level)) + "|" + std::string(Category) + "|" + std::string(Message));
	}
};

[[noreturn]] void Throw(const char* Expression, const char* File, int Line, const char* Message)
{
	throw std::logic_error(
	    std::string(Expression) + "|" + std::string(File) + "|" + std::to_string(Line > 0 ? 1 : 0) + "|" + Message);
}
} // namespace

TEST_CASE("Log: the host's sink gets level, category and text, braces being plain text")
{
	const auto Sink = std::make_shared<FRecordingSink>();
	SetLogSink(Sink);
	Log(ELogLevel::Info, "Physics", "a {} b %s");
	Log(ELogLevel::Error, "Core", "bad");
	SetLogSink(nullptr);
	CHECK(Sink->Lines == std::vector<std::string>{"info|Physics|a {} b %s", "error|Core|bad"});
}

TEST_CASE("Log: what is below the level is dropped, Debug by default")
{
	const auto Sink = std::make_shared<FRecordingSink>();
	SetLogSink(Sink);
	Log(ELogLevel::Debug, "Core", "dropped");
	SetLogLevel(ELogLevel::Debug);
	Log(ELogLevel::Debug, "Core", "kept");
	SetLogLevel(ELogLevel::Error);
	Log(ELogLevel::Warning, "Core", "dropped too");
	SetLogLevel(ELogLevel::Info);
	SetLogSink(nullptr);
	CHECK(Sink->Lines == std::vector<std::string>{"debug|Core|kept"});
}

TEST_CASE("FW_CHECK: a broken rule reaches the host's handler, a kept one does not")
{
	const FAssertHandler Former = SetAssertHandler(&Throw);
	CHECK_NOTHROW(FW_CHECK(1 + 1 == 2, "never"));
	std::string Report;
	try
	{
		FW_CHECK(1 + 1 == 3, "sums are right");
	}
	catch (const std::logic_error& Error)
	{
		Report = Error.what();
	}
	CHECK(Report.find("1 + 1 == 3|") == 0);
	CHECK(Report.find("LogTests.cpp|1|sums are right") != std::string::npos);
	CHECK(SetAssertHandler(Former) == &Throw);
}

TEST_CASE("SetAssertHandler: null restores the default")
{
	const FAssertHandler Default = SetAssertHandler(&Throw);
	CHECK(SetAssertHandler(nullptr) == &Throw);
	CHECK(SetAssertHandler(Default) == Default);
}
} // namespace Flockwork
