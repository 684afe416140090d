#include "FlockworkCore/Log.h"

#include <atomic>
#include <spdlog/logger.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <utility>

namespace Flockwork
{
namespace
{
spdlog::level::level_enum ToSpdlog(ELogLevel Level)
{
	switch (Level)
	{
	case ELogLevel::Debug:
		return spdlog::level::debug;
	case ELogLevel::Info:
		return spdlog::level::info;
	case ELogLevel::Warning:
		return spdlog::level::warn;
	case ELogLevel::Error:
		return spdlog::level::err;
	}
	return spdlog::level::info;
}

// A logger of its own, outside spdlog's registry: a host that uses spdlog too keeps its names and patterns.
class FStderrSink final : public ILogSink
{
public:
	FStderrSink() : Logger("Flockwork", std::make_shared<spdlog::sinks::stderr_color_sink_mt>())
	{
		Logger.set_level(spdlog::level::trace);
		Logger.set_pattern("%^%l%$ %v");
		Logger.flush_on(spdlog::level::warn);
	}
	void Write(ELogLevel Level, std::string_view Category, std::string_view Message) override
	{
		Logger.log(ToSpdlog(Level), "{}: {}", Category, Message);
	}

private:
	spdlog::logger Logger;
};

// Never destroyed: static objects of the host may still log while the program ends.
std::shared_ptr<ILogSink>& CurrentSink()
{
	static auto& Sink = *new std::shared_ptr<ILogSink>(std::make_shared<FStderrSink>());
	return Sink;
}

std::atomic<ELogLevel> LowestLevel{ELogLevel::Info};
} // namespace

std::string_view ToString(ELogLevel Level)
{
	switch (Level)
	{
	case ELogLevel::Debug:
		return "debug";
	case ELogLevel::Info:
		return "info";
	case ELogLevel::Warning:
		return "warning";
	case ELogLevel::Error:
		return "error";
	}
	return "unknown";
}

void SetLogSink(std::shared_ptr<ILogSink> Sink)
{
	CurrentSink() = Sink ? std::move(Sink) : std::make_shared<FStderrSink>();
}

void SetLogLevel(ELogLevel Level)
{
	LowestLevel.store(Level, std::memory_order_relaxed);
}

void Log(ELogLevel Level, std::string_view Category, std::string_view Message)
{
	if (Level >= LowestLevel.load(std::memory_order_relaxed))
	{
		CurrentSink()->Write(Level, Category, Message);
	}
}
} // namespace Flockwork
