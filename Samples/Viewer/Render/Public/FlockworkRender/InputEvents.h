#pragma once
// What the window's user did. Keys are named by their character in lower case ('w', ' ', '1') or by EKey.
#include <cstdint>

namespace Flockwork
{
enum class EInputType : uint8_t
{
	KeyDown, // repeats are marked
	KeyUp,
	MouseMove,
	MouseDown,
	MouseUp,
	Wheel,
	Resize, // X, Y: the new size in pixels
	Close   // the user wants the window closed
};

enum class EMouseButton : uint8_t
{
	None,
	Left,
	Middle,
	Right
};

// Values above the Unicode range, so that one int32_t holds either.
enum EKey : int32_t
{
	KeyEscape = 27,
	KeyReturn = 13,
	KeyTab = 9,
	KeyBackspace = 8,
	KeyDelete = 127,
	KeyLeft = 0x200000,
	KeyRight,
	KeyUp,
	KeyDown,
	KeyShift,
	KeyControl,
	KeyAlt,
	KeyHome,
	KeyEnd,
	KeyPageUp,
	KeyPageDown,
	KeyF1 = 0x200100, // F2 .. F12 follow
	KeyUnknown = 0x2fffff
};

struct FInputEvent
{
	EInputType Type = EInputType::MouseMove;
	EMouseButton Button = EMouseButton::None;
	bool bRepeat = false;
	bool bTakenByUi = false; // a panel wanted it: the scene should not react
	int32_t Key = 0;         // character or EKey
	float X = 0.0f;          // pixels from the top left
	float Y = 0.0f;
	float DeltaX = 0.0f; // MouseMove: pixels moved; Wheel: steps in DeltaY, positive away from the user
	float DeltaY = 0.0f;
};
} // namespace Flockwork
