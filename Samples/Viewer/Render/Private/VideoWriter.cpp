#include "FlockworkRender/VideoWriter.h"

#include "ChildProcess.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <poll.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace Flockwork
{
namespace
{
constexpr size_t QueueLength = 4; // frames
constexpr size_t MaxWords = 4000; // of the encoder's complaints

std::vector<std::string> MakeArguments(const FVideoSettings& Settings, const std::string& Target)
{
	const std::string Size = std::to_string(Settings.Width) + "x" + std::to_string(Settings.Height);
	return {Settings.Encoder, "-hide_banner", "-loglevel", "error", "-nostdin", "-f", "rawvideo", "-pix_fmt", "rgb24",
	    "-s", Size, "-r", std::to_string(Settings.FramesPerSecond), "-i", "pipe:3", "-an", "-c:v", "libx264", "-preset",
	    "veryfast", "-crf", std::to_string(Settings.Quality), "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f",
	    "mp4", "-y", Target};
}

// Its own for every film: two runs may be told to write the same file, and then the one that ends last is kept whole.
std::string NamePartial(const std::string& Path)
{
	static std::atomic<uint32_t> Count{0};
	const auto Now = std::chrono::system_clock::now().time_since_epoch().count();
	return Path + "." + std::to_string(getpid()) + "-" + std::to_string(++Count) + "-" + std::to_string(Now) + ".part";
}

bool Validate(const FVideoSettings& Settings, FDiagnostics& Diagnostics)
{
	bool bOk = true;
	const auto Check = [&](const char* Field, int32_t Value, int32_t Smallest, int32_t Largest, bool bEven)
	{
		if (Value < Smallest || Value > Largest || (bEven && Value % 2 != 0))
		{
			Diagnostics.Error({Settings.Path}, Field,
			    std::to_string(Value) + " is not " + (bEven ? "an even number in " : "in ") + std::to_string(Smallest) +
			        " .. " + std::to_string(Largest));
			bOk = false;
		}
	};
	Check("width", Settings.Width, 16, 8192, true);
	Check("height", Settings.Height, 16, 8192, true);
	Check("framesPerSecond", Settings.FramesPerSecond, 1, 240, false);
	Check("quality", Settings.Quality, 0, 51, false);
	Check("niceness", Settings.Niceness, 0, 19, false);
	if (!(Settings.StallTimeout > 0.0f && Settings.StallTimeout <= 600.0f))
	{
		Diagnostics.Error({Settings.Path}, "stallTimeout", "must be above 0 and at most 600 s");
		bOk = false;
	}
	return bOk;
}
} // namespace

// A thread carries frames from the queue into the socket, so that drawing waits only when the queue is full.
struct FVideoWriter::FImpl
{
	FVideoSettings Settings;
	std::string Partial;
	FChildProcess Encoder;
	FFileHandle Frames;
	FFileHandle Words;
	std::thread Carrier;

	std::mutex Mutex; // guards what follows
	std::condition_variable Changed;
	std::deque<std::vector<uint8_t>> Queue;
	std::vector<std::vector<uint8_t>> Spare;
	std::string Complaints;
	bool bEnd = false;
	bool bFailed = false;
	int64_t FrameCount = 0;

	void Carry();
	bool Send(const std::vector<uint8_t>& Frame);
	void ReadWords();
	bool Close(bool bKeep);
	void ReportFailure(FDiagnostics& Diagnostics, const char* What);
};

void FVideoWriter::FImpl::ReadWords()
{
	char Buffer[1024];
	ssize_t Size = 0;
	while ((Size = read(Words.Get(), Buffer, sizeof(Buffer))) > 0)
	{
		const std::lock_guard Lock(Mutex);
		Complaints.append(Buffer, std::min(size_t(Size), MaxWords - std::min(MaxWords, Complaints.size())));
	}
}

bool FVideoWriter::FImpl::Send(const std::vector<uint8_t>& Frame)
{
	const auto Timeout = std::chrono::duration_cast<std::chrono::steady_clock::duration>(
	    std::chrono::duration<float>(Settings.StallTimeout));
	auto Deadline = std::chrono::steady_clock::now() + Timeout;
	size_t Sent = 0;
	while (Sent < Frame.size())
	{
		// The encoder's complaints must be read too, or it would wait for us while we wait for it.
		pollfd Waiting[] = {{Frames.Get(), POLLOUT, 0}, {Words.Get(), POLLIN, 0}};
		poll(Waiting, 2, 100);
		ReadWords();
		// MSG_NOSIGNAL: an encoder that died is an error here, not the end of the program.
		const ssize_t Size = send(Frames.Get(), Frame.data() + Sent, Frame.size() - Sent, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (Size > 0)
		{
			Sent += size_t(Size);
			Deadline = std::chrono::steady_clock::now() + Timeout;
			continue;
		}
		if (Size < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
		{
			return false;
		}
		if (std::chrono::steady_clock::now() > Deadline)
		{
			const std::lock_guard Lock(Mutex);
			Complaints += "it took no data for " + std::to_string(int32_t(Settings.StallTimeout)) + " s\n";
			return false;
		}
	}
	return true;
}

void FVideoWriter::FImpl::Carry()
{
	for (;;)
	{
		std::vector<uint8_t> Frame;
		{
			std::unique_lock Lock(Mutex);
			Changed.wait(Lock, [&] { return bEnd || !Queue.empty(); });
			if (Queue.empty())
			{
				return;
			}
			Frame = std::move(Queue.front());
			Queue.pop_front();
		}
		Changed.notify_all();
		const bool bSent = Send(Frame);
		const std::lock_guard Lock(Mutex);
		Spare.push_back(std::move(Frame));
		if (!bSent)
		{
			bFailed = true;
			Changed.notify_all();
			return;
		}
	}
}

bool FVideoWriter::FImpl::Close(bool bKeep)
{
	{
		const std::lock_guard Lock(Mutex);
		bEnd = true;
		if (!bKeep)
		{
			Queue.clear();
		}
	}
	Changed.notify_all();
	if (Carrier.joinable())
	{
		Carrier.join();
	}
	Frames.Close();
	// The end of the data lets it finish the file; its last words are read while waiting, as long as the file grows.
	std::error_code Error;
	uintmax_t Size = 0;
	auto LastGrowth = std::chrono::steady_clock::now();
	while (bKeep && !bFailed && !Encoder.Wait(0.05f))
	{
		ReadWords();
		const uintmax_t NewSize = std::filesystem::file_size(Partial, Error);
		const auto Now = std::chrono::steady_clock::now();
		LastGrowth = NewSize != Size ? Now : LastGrowth;
		Size = NewSize;
		if (std::chrono::duration<float>(Now - LastGrowth).count() > Settings.StallTimeout)
		{
			break;
		}
	}
	const bool bEnded = bKeep && !bFailed && !Encoder.IsRunning();
	Encoder.Terminate(2.0f);
	ReadWords();
	bool bGood = bEnded && Encoder.GetExitStatus() == 0;
	if (bGood)
	{
		std::filesystem::rename(Partial, Settings.Path, Error);
		bGood = !Error;
	}
	std::filesystem::remove(Partial, Error);
	return bGood;
}

void FVideoWriter::FImpl::ReportFailure(FDiagnostics& Diagnostics, const char* What)
{
	std::string Text = Complaints;
	while (!Text.empty() && (Text.back() == '\n' || Text.back() == ' '))
	{
		Text.pop_back();
	}
	Diagnostics.Error({Settings.Path}, "", std::string(What) + (Text.empty() ? "" : ": " + Text));
}

FVideoWriter::FVideoWriter() = default;

FVideoWriter::~FVideoWriter()
{
	if (Impl)
	{
		Impl->Close(false);
	}
}

bool FVideoWriter::IsOpen() const
{
	return Impl != nullptr;
}

int64_t FVideoWriter::GetFrameCount() const
{
	return Impl ? Impl->FrameCount : 0;
}

bool FVideoWriter::Start(const FVideoSettings& Settings, FDiagnostics& Diagnostics)
{
	if (Impl)
	{
		Diagnostics.Error({Settings.Path}, "", "a film is being written already");
		return false;
	}
	if (!Validate(Settings, Diagnostics))
	{
		return false;
	}
	auto Film = std::make_unique<FImpl>();
	Film->Settings = Settings;
	Film->Partial = NamePartial(Settings.Path);
	// Tried here, where the reason is known; the encoder would only say that it failed.
	const int Probe = open(Film->Partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	if (Probe < 0)
	{
		Diagnostics.Error({Settings.Path}, "", std::string("the film cannot be written: ") + std::strerror(errno));
		return false;
	}
	close(Probe);
	FFileHandle FramesEnd;
	FFileHandle WordsEnd;
	if (!MakeSocketPair(Film->Frames, FramesEnd) || !MakePipe(Film->Words, WordsEnd))
	{
		Diagnostics.Error({Settings.Path}, "", std::string("cannot start the encoder: ") + std::strerror(errno));
		return false;
	}
	const int BufferSize = 1 << 20;
	setsockopt(Film->Frames.Get(), SOL_SOCKET, SO_SNDBUF, &BufferSize, sizeof(BufferSize));
	fcntl(Film->Words.Get(), F_SETFL, O_NONBLOCK);
	FChildSettings Child;
	Child.Arguments = MakeArguments(Settings, Film->Partial);
	Child.Descriptors = {{FramesEnd.Get(), 3}, {WordsEnd.Get(), 2}};
	Child.Niceness = Settings.Niceness;
	const int Error = Film->Encoder.Start(Child);
	if (Error != 0)
	{
		std::error_code Ignored;
		std::filesystem::remove(Film->Partial, Ignored);
		Diagnostics.Error({Settings.Path}, "",
		    Error == ENOENT
		        ? "films need the program " + Settings.Encoder + ", which is not installed (Debian package ffmpeg)"
		        : "cannot start " + Settings.Encoder + ": " + std::strerror(Error));
		return false;
	}
	Impl = std::move(Film);
	Impl->Carrier = std::thread([Film = Impl.get()] { Film->Carry(); });
	return true;
}

bool FVideoWriter::AddFrame(const FPicture& Frame, FDiagnostics& Diagnostics)
{
	if (!Impl)
	{
		Diagnostics.Error({}, "", "no film is open");
		return false;
	}
	const FVideoSettings& Settings = Impl->Settings;
	const size_t Expected = size_t(Settings.Width) * size_t(Settings.Height) * 3;
	if (Frame.Width != Settings.Width || Frame.Height != Settings.Height || Frame.Rgb.size() != Expected)
	{
		Diagnostics.Error({Settings.Path}, "",
		    "a frame of " + std::to_string(Frame.Width) + " x " + std::to_string(Frame.Height) +
		        " does not fit a film of " + std::to_string(Settings.Width) + " x " + std::to_string(Settings.Height));
		return false;
	}
	std::unique_lock Lock(Impl->Mutex);
	// The carrier gives up after StallTimeout without progress, so this wait ends.
	Impl->Changed.wait(Lock, [&] { return Impl->bFailed || Impl->Queue.size() < QueueLength; });
	if (Impl->bFailed)
	{
		Impl->ReportFailure(Diagnostics, "the encoder failed");
		return false;
	}
	std::vector<uint8_t> Copy;
	if (!Impl->Spare.empty())
	{
		Copy = std::move(Impl->Spare.back());
		Impl->Spare.pop_back();
	}
	Copy.assign(Frame.Rgb.begin(), Frame.Rgb.end());
	Impl->Queue.push_back(std::move(Copy));
	++Impl->FrameCount;
	Lock.unlock();
	Impl->Changed.notify_all();
	return true;
}

bool FVideoWriter::Finish(FDiagnostics& Diagnostics)
{
	if (!Impl)
	{
		Diagnostics.Error({}, "", "no film is open");
		return false;
	}
	const bool bGood = Impl->Close(true);
	if (!bGood)
	{
		Impl->ReportFailure(Diagnostics, "the film could not be finished");
	}
	Impl.reset();
	return bGood;
}
} // namespace Flockwork
