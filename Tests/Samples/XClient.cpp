#include "XClient.h"

#include <cstring>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace Flockwork
{
namespace
{
// Requests are little-endian: the first byte that is sent says so.
class FRequest
{
public:
	explicit FRequest(uint8_t Opcode, uint8_t Detail = 0) : Bytes{Opcode, Detail, 0, 0} {}
	FRequest& Add(uint32_t Value, size_t Size)
	{
		for (size_t Byte = 0; Byte < Size; ++Byte)
		{
			Bytes.push_back(uint8_t(Value >> (8 * Byte)));
		}
		return *this;
	}
	FRequest& Add(const std::string& Text)
	{
		Bytes.insert(Bytes.end(), Text.begin(), Text.end());
		return *this;
	}
	// Padded to whole words, with the length in its place.
	std::vector<uint8_t> Take()
	{
		Bytes.resize((Bytes.size() + 3) / 4 * 4);
		Bytes[2] = uint8_t(Bytes.size() / 4);
		Bytes[3] = uint8_t(Bytes.size() / 4 >> 8);
		return std::move(Bytes);
	}

private:
	std::vector<uint8_t> Bytes;
};

constexpr uint8_t KeyPress = 2;
constexpr uint8_t KeyRelease = 3;
constexpr uint8_t ButtonPress = 4;
constexpr uint8_t ButtonRelease = 5;
constexpr uint8_t MotionNotify = 6;
} // namespace

FXClient::FXClient(int32_t Number)
{
	sockaddr_un Address{};
	Address.sun_family = AF_UNIX;
	const std::string Path = "/tmp/.X11-unix/X" + std::to_string(Number);
	std::memcpy(Address.sun_path, Path.c_str(), Path.size() + 1);
	Socket = socket(AF_UNIX, SOCK_STREAM, 0);
	if (Socket < 0 || connect(Socket, reinterpret_cast<const sockaddr*>(&Address), sizeof(Address)) != 0)
	{
		throw std::runtime_error("no X server answers at " + Path);
	}
	Send({'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0});
	FReply Setup;
	Setup.Bytes.resize(8);
	ReadExactly(Setup.Bytes.data(), 8);
	Setup.Bytes.resize(8 + 4 * Setup.Read(6, 2));
	ReadExactly(Setup.Bytes.data() + 8, Setup.Bytes.size() - 8);
	if (Setup.Bytes[0] != 1)
	{
		throw std::runtime_error("the X server refuses the connection");
	}
	FirstKeyCode = Setup.Bytes[34];
	LastKeyCode = Setup.Bytes[35];
	const size_t VendorSize = (Setup.Read(24, 2) + 3) / 4 * 4;
	const size_t FormatsSize = size_t(Setup.Bytes[29]) * 8;
	Root = Setup.Read(40 + VendorSize + FormatsSize, 4);
	Send(FRequest(98).Add(5, 2).Add(0, 2).Add("XTEST").Take()); // QueryExtension
	const FReply Extension = Receive();
	if (Extension.Bytes[8] == 0)
	{
		throw std::runtime_error("the X server has no XTEST extension");
	}
	TestOpcode = Extension.Bytes[9];
	ReadKeyboard();
}

FXClient::~FXClient()
{
	close(Socket);
}

uint32_t FXClient::FReply::Read(size_t At, size_t Size) const
{
	uint32_t Value = 0;
	for (size_t Byte = 0; Byte < Size; ++Byte)
	{
		Value |= uint32_t(Bytes.at(At + Byte)) << (8 * Byte);
	}
	return Value;
}

void FXClient::Send(std::vector<uint8_t> Request)
{
	for (size_t Sent = 0; Sent < Request.size();)
	{
		const ssize_t Now = send(Socket, Request.data() + Sent, Request.size() - Sent, MSG_NOSIGNAL);
		if (Now <= 0)
		{
			throw std::runtime_error("the X server is gone");
		}
		Sent += size_t(Now);
	}
}

void FXClient::ReadExactly(uint8_t* Out, size_t Size)
{
	while (Size > 0)
	{
		const ssize_t Now = read(Socket, Out, Size);
		if (Now <= 0)
		{
			throw std::runtime_error("the X server is gone");
		}
		Out += Now;
		Size -= size_t(Now);
	}
}

FXClient::FReply FXClient::Receive()
{
	for (;;)
	{
		FReply Reply;
		Reply.Bytes.resize(32);
		ReadExactly(Reply.Bytes.data(), 32);
		if (Reply.Bytes[0] == 0)
		{
			throw std::runtime_error("the X server reports error " + std::to_string(Reply.Bytes[1]));
		}
		if (Reply.Bytes[0] == 1) // anything else is an event
		{
			Reply.Bytes.resize(32 + 4 * Reply.Read(4, 4));
			ReadExactly(Reply.Bytes.data() + 32, Reply.Bytes.size() - 32);
			return Reply;
		}
	}
}

void FXClient::ReadKeyboard()
{
	const auto Count = uint8_t(LastKeyCode - FirstKeyCode + 1);
	Send(FRequest(101).Add(FirstKeyCode, 1).Add(Count, 1).Add(0, 2).Take()); // GetKeyboardMapping
	const FReply Reply = Receive();
	SymsPerKey = Reply.Bytes[1];
	for (size_t At = 32; At < Reply.Bytes.size(); At += 4)
	{
		KeySyms.push_back(Reply.Read(At, 4));
	}
}

uint8_t FXClient::FindKeyCode(uint32_t KeySym)
{
	for (size_t Place = 0; Place < KeySyms.size(); Place += SymsPerKey)
	{
		if (KeySyms[Place] == KeySym)
		{
			return uint8_t(FirstKeyCode + Place / SymsPerKey);
		}
	}
	throw std::runtime_error("no key has the symbol " + std::to_string(KeySym));
}

void FXClient::Fake(uint8_t Type, uint8_t Detail, int32_t X, int32_t Y)
{
	FRequest Request(TestOpcode, 2);
	Request.Add(Type, 1).Add(Detail, 1).Add(0, 2).Add(0, 4).Add(Type == MotionNotify ? Root : 0, 4);
	Request.Add(0, 4).Add(0, 4).Add(uint32_t(X), 2).Add(uint32_t(Y), 2).Add(0, 4).Add(0, 4);
	Send(Request.Take());
}

void FXClient::MoveMouse(int32_t X, int32_t Y)
{
	Fake(MotionNotify, 0, X, Y);
}

void FXClient::PressButton(uint8_t Button)
{
	Fake(ButtonPress, Button, 0, 0);
}

void FXClient::ReleaseButton(uint8_t Button)
{
	Fake(ButtonRelease, Button, 0, 0);
}

void FXClient::Click(uint8_t Button)
{
	PressButton(Button);
	ReleaseButton(Button);
}

void FXClient::PressKey(uint32_t KeySym)
{
	Fake(KeyPress, FindKeyCode(KeySym), 0, 0);
}

void FXClient::ReleaseKey(uint32_t KeySym)
{
	Fake(KeyRelease, FindKeyCode(KeySym), 0, 0);
}

void FXClient::Tap(uint32_t KeySym)
{
	PressKey(KeySym);
	ReleaseKey(KeySym);
}

uint32_t FXClient::FindWindow()
{
	Send(FRequest(15).Add(Root, 4).Take()); // QueryTree
	const FReply Tree = Receive();
	uint32_t Largest = 0;
	uint32_t LargestArea = 64 * 64; // helper windows are smaller
	for (size_t At = 32; At + 4 <= Tree.Bytes.size(); At += 4)
	{
		const uint32_t Window = Tree.Read(At, 4);
		Send(FRequest(14).Add(Window, 4).Take()); // GetGeometry
		const FReply Geometry = Receive();
		const uint32_t Area = Geometry.Read(16, 2) * Geometry.Read(18, 2);
		if (Area > LargestArea)
		{
			LargestArea = Area;
			Largest = Window;
		}
	}
	return Largest;
}

void FXClient::Resize(uint32_t Window, uint32_t Width, uint32_t Height)
{
	constexpr uint32_t WidthAndHeight = 4 | 8;
	Send(FRequest(12).Add(Window, 4).Add(WidthAndHeight, 2).Add(0, 2).Add(Width, 4).Add(Height, 4).Take());
}

uint32_t FXClient::MakeAtom(const std::string& Name)
{
	Send(FRequest(16).Add(uint32_t(Name.size()), 2).Add(0, 2).Add(Name).Take()); // InternAtom
	return Receive().Read(8, 4);
}

void FXClient::Close(uint32_t Window)
{
	const uint32_t Protocols = MakeAtom("WM_PROTOCOLS");
	const uint32_t Delete = MakeAtom("WM_DELETE_WINDOW");
	FRequest Request(25); // SendEvent, with a ClientMessage of five 32-bit values
	Request.Add(Window, 4).Add(0, 4).Add(33, 1).Add(32, 1).Add(0, 2).Add(Window, 4).Add(Protocols, 4).Add(Delete, 4);
	Request.Add(0, 4).Add(0, 4).Add(0, 4).Add(0, 4);
	Send(Request.Take());
}
} // namespace Flockwork
