#pragma once
// A hand at mouse and keyboard of an X server: speaks the X11 protocol itself (X.Org: X Window System Protocol, version
// 11; XTEST extension protocol), so that no library has to be installed. Only for servers of one's own on this machine,
// which ask for no password.
#include <cstdint>
#include <string>
#include <vector>

namespace Flockwork
{
class FXClient
{
public:
	// Number: of the display, as in ":7". Throws std::runtime_error when the server does not answer as it should.
	explicit FXClient(int32_t Number);
	~FXClient();
	FXClient(const FXClient&) = delete;
	FXClient& operator=(const FXClient&) = delete;

	void MoveMouse(int32_t X, int32_t Y); // pixels of the screen
	void PressButton(uint8_t Button);     // 1 left, 2 middle, 3 right, 4 and 5 the wheel up and down
	void ReleaseButton(uint8_t Button);
	void Click(uint8_t Button);
	// KeySym: a character, or one of the names in X11/keysymdef.h.
	void PressKey(uint32_t KeySym);
	void ReleaseKey(uint32_t KeySym);
	void Tap(uint32_t KeySym);

	// The window that covers the most of the screen; 0 when there is none.
	uint32_t FindWindow();
	void Resize(uint32_t Window, uint32_t Width, uint32_t Height);
	// Asks it to close, as a window manager does.
	void Close(uint32_t Window);

private:
	struct FReply
	{
		std::vector<uint8_t> Bytes;
		uint32_t Read(size_t At, size_t Size) const;
	};
	void Send(std::vector<uint8_t> Request);
	FReply Receive(); // of the request sent last
	void ReadExactly(uint8_t* Out, size_t Size);
	void Fake(uint8_t Type, uint8_t Detail, int32_t X, int32_t Y);
	uint8_t FindKeyCode(uint32_t KeySym);
	uint32_t MakeAtom(const std::string& Name);
	void ReadKeyboard();

	int Socket = -1;
	uint32_t Root = 0;
	uint8_t FirstKeyCode = 8;
	uint8_t LastKeyCode = 255;
	uint8_t TestOpcode = 0;
	size_t SymsPerKey = 1;
	std::vector<uint32_t> KeySyms; // of each key code from the first on, SymsPerKey each
};
} // namespace Flockwork
