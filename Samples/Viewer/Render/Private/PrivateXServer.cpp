#include "PrivateXServer.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <poll.h>
#include <unistd.h>

namespace Flockwork
{
namespace
{
constexpr int StartTimeoutMilliseconds = 20000;

// The number that the server writes, up to its newline; empty when none comes in time.
std::string ReadDisplayNumber(const FFileHandle& Pipe)
{
	std::string Number;
	char Character = 0;
	pollfd Waiting{Pipe.Get(), POLLIN, 0};
	while (poll(&Waiting, 1, StartTimeoutMilliseconds) > 0 && read(Pipe.Get(), &Character, 1) == 1)
	{
		if (Character == '\n')
		{
			return Number;
		}
		Number += Character;
	}
	return {};
}

std::string ReadAll(const FFileHandle& Pipe, size_t Limit)
{
	std::string Text;
	char Buffer[512];
	pollfd Waiting{Pipe.Get(), POLLIN, 0};
	while (Text.size() < Limit && poll(&Waiting, 1, 200) > 0)
	{
		const ssize_t Size = read(Pipe.Get(), Buffer, sizeof(Buffer));
		if (Size <= 0)
		{
			break;
		}
		Text.append(Buffer, size_t(Size));
	}
	while (!Text.empty() && (Text.back() == '\n' || Text.back() == ' '))
	{
		Text.pop_back();
	}
	return Text;
}
} // namespace

bool IsDisplayUsable()
{
	const char* Display = std::getenv("DISPLAY");
	if (Display == nullptr || *Display == '\0')
	{
		return false;
	}
	// The engine links libX11 already; asking it here by name spares the build a package.
	void* Library = dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL);
	if (Library == nullptr)
	{
		return false;
	}
	using FOpenDisplay = void* (*)(const char*);
	using FCloseDisplay = int (*)(void*);
	const auto OpenDisplay = reinterpret_cast<FOpenDisplay>(dlsym(Library, "XOpenDisplay"));
	const auto CloseDisplay = reinterpret_cast<FCloseDisplay>(dlsym(Library, "XCloseDisplay"));
	void* Connection = OpenDisplay && CloseDisplay ? OpenDisplay(Display) : nullptr;
	if (Connection)
	{
		CloseDisplay(Connection);
	}
	dlclose(Library);
	return Connection != nullptr;
}

FPrivateXServer::~FPrivateXServer()
{
	Stop();
}

bool FPrivateXServer::Start(int32_t Width, int32_t Height, FDiagnostics& Diagnostics)
{
	FFileHandle NumberRead;
	FFileHandle NumberWrite;
	FFileHandle WordsRead;
	FFileHandle WordsWrite;
	if (!MakePipe(NumberRead, NumberWrite) || !MakePipe(WordsRead, WordsWrite))
	{
		Diagnostics.Error({}, "", std::string("cannot start a private X server: ") + std::strerror(errno));
		return false;
	}
	FChildSettings Child;
	const std::string Screen = std::to_string(Width) + "x" + std::to_string(Height) + "x24";
	Child.Arguments = {"Xvfb", "-displayfd", "3", "-screen", "0", Screen, "-nolisten", "tcp", "+extension", "GLX"};
	Child.Descriptors = {{NumberWrite.Get(), 3}, {WordsWrite.Get(), 2}};
	Child.bDiesWithParent = true;
	const int Error = Server.Start(Child);
	NumberWrite.Close();
	WordsWrite.Close();
	if (Error != 0)
	{
		Diagnostics.Error({}, "",
		    Error == ENOENT ? "headless drawing needs the program Xvfb, which is not installed (Debian package xvfb)"
		                    : std::string("cannot start Xvfb: ") + std::strerror(Error));
		return false;
	}
	const std::string Number = ReadDisplayNumber(NumberRead);
	if (Number.empty())
	{
		Server.Terminate(1.0f);
		Diagnostics.Error({}, "", "Xvfb did not start: " + ReadAll(WordsRead, 2000));
		return false;
	}
	const char* Former = std::getenv("DISPLAY");
	FormerDisplay = Former ? std::optional<std::string>(Former) : std::nullopt;
	setenv("DISPLAY", (":" + Number).c_str(), 1);
	bDisplaySet = true;
	return true;
}

void FPrivateXServer::Stop()
{
	if (bDisplaySet)
	{
		FormerDisplay ? setenv("DISPLAY", FormerDisplay->c_str(), 1) : unsetenv("DISPLAY");
		bDisplaySet = false;
	}
	Server.Terminate(3.0f);
}
} // namespace Flockwork
