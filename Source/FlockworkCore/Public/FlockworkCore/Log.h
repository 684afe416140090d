#pragma once
// One sink for everything Flockwork has to say. The default writes to stderr through spdlog; a host sets its own.
#include <cstdint>
#include <memory>
#include <string_view>

namespace Flockwork
{
enum class ELogLevel : uint8_t
{
	Debug,
	Info,
	Warning,
	Error
};

std::string_view ToString(ELogLevel Level);

class ILogSink
{
public:
	virtual ~ILogSink() = default;
	// May be called from any thread. Category is a module's short name, such as "Physics".
	virtual void Write(ELogLevel Level, std::string_view Category, std::string_view Message) = 0;
};

// Null restores the default sink. Not to be called while another thread logs.
void SetLogSink(std::shared_ptr<ILogSink> Sink);
// Messages below this level are dropped. Default Info.
void SetLogLevel(ELogLevel Level);
void Log(ELogLevel Level, std::string_view Category, std::string_view Message);
} // namespace Flockwork
