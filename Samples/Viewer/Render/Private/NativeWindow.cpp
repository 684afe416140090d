#include "NativeWindow.h"

#include <OgreRenderWindow.h>
#include <OgreRoot.h>
#include <algorithm>
#include <imgui.h>
#include <imgui_internal.h>
#include <utility>

namespace Flockwork
{
namespace
{
EMouseButton ToButton(unsigned char Button)
{
	switch (Button)
	{
	case OgreBites::BUTTON_LEFT:
		return EMouseButton::Left;
	case OgreBites::BUTTON_MIDDLE:
		return EMouseButton::Middle;
	case OgreBites::BUTTON_RIGHT:
		return EMouseButton::Right;
	default:
		return EMouseButton::None;
	}
}

// SDL's names of keys: characters stand for themselves, the rest carries bit 30.
int32_t ToKey(OgreBites::Keycode Code)
{
	constexpr std::pair<int, int32_t> Special[] = {{OgreBites::SDLK_LEFT, KeyLeft}, {OgreBites::SDLK_RIGHT, KeyRight},
	    {OgreBites::SDLK_UP, KeyUp}, {OgreBites::SDLK_DOWN, KeyDown}, {OgreBites::SDLK_HOME, KeyHome},
	    {OgreBites::SDLK_END, KeyEnd}, {OgreBites::SDLK_PAGEUP, KeyPageUp}, {OgreBites::SDLK_PAGEDOWN, KeyPageDown},
	    {(1 << 30) | 0xE0, KeyControl}, {(1 << 30) | 0xE4, KeyControl}, {OgreBites::SDLK_LSHIFT, KeyShift},
	    {(1 << 30) | 0xE5, KeyShift}, {(1 << 30) | 0xE2, KeyAlt}, {(1 << 30) | 0xE6, KeyAlt}};
	for (const auto& [Theirs, Ours] : Special)
	{
		if (Theirs == Code)
		{
			return Ours;
		}
	}
	if (Code >= OgreBites::SDLK_F1 && Code <= OgreBites::SDLK_F12)
	{
		return KeyF1 + (Code - OgreBites::SDLK_F1);
	}
	return Code > 0 && Code < (1 << 21) ? Code : int32_t(KeyUnknown);
}
// Asked of the panels as they were drawn last: Dear ImGui's own answer is of the place that the pointer had then.
bool IsOverPanel(float X, float Y)
{
	for (const ImGuiWindow* const Window : ImGui::GetCurrentContext()->Windows)
	{
		if (Window->Active && !Window->Hidden && !(Window->Flags & ImGuiWindowFlags_NoMouseInputs) &&
		    Window->Rect().Contains({X, Y}))
		{
			return true;
		}
	}
	return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup); // a click beside a menu closes it, and no more
}
} // namespace

FNativeWindow::FNativeWindow(Ogre::Root& InRoot)
{
	mRoot = &InRoot;
}

FNativeWindow::~FNativeWindow()
{
	Panels.reset();
	if (!mWindows.empty())
	{
		removeInputListener(this);
		destroyWindow(mWindows.front().render->getName());
	}
	mRoot = nullptr; // not ours
}

Ogre::RenderWindow& FNativeWindow::Open(
    const std::string& Title, unsigned Width, unsigned Height, const Ogre::NameValuePairList& Options)
{
	const OgreBites::NativeWindowPair Pair = createWindow(Title, Width, Height, Options);
	addInputListener(this);
	LastWidth = Pair.render->getWidth();
	LastHeight = Pair.render->getHeight();
	return *Pair.render;
}

void FNativeWindow::ConnectPanels()
{
	Panels = std::make_unique<OgreBites::ImGuiInputListener>();
}

void FNativeWindow::Poll(std::vector<FInputEvent>& Out)
{
	Target = &Out;
	ReleaseLate();
	pollEvents();
	Ogre::RenderWindow* Window = getRenderWindow();
	if (Window && (Window->getWidth() != LastWidth || Window->getHeight() != LastHeight))
	{
		LastWidth = Window->getWidth();
		LastHeight = Window->getHeight();
		FInputEvent Event;
		Event.Type = EInputType::Resize;
		Event.X = float(LastWidth);
		Event.Y = float(LastHeight);
		Out.push_back(Event);
	}
	const bool bGone = !Window || Window->isClosed() || mRoot->endRenderingQueued();
	if (bGone && !bCloseSent)
	{
		FInputEvent Event;
		Event.Type = EInputType::Close;
		Out.push_back(Event);
		bCloseSent = true;
	}
	Target = nullptr;
}

// Panels look at keys and buttons once a frame: what was pressed and let go within one would never have been down.
void FNativeWindow::ReleaseLate()
{
	for (const OgreBites::MouseButtonEvent& Event : LateButtons)
	{
		Panels->mouseReleased(Event);
	}
	for (const OgreBites::KeyboardEvent& Event : LateKeys)
	{
		Panels->keyReleased(Event);
	}
	LateButtons.clear();
	LateKeys.clear();
	NewButtons = 0;
	NewKeys.clear();
}

void FNativeWindow::AddKey(EInputType Type, const OgreBites::KeyboardEvent& Event)
{
	FInputEvent Out;
	Out.Type = Type;
	Out.Key = ToKey(Event.keysym.sym);
	Out.bRepeat = Event.repeat != 0;
	Out.bTakenByUi = ImGui::GetIO().WantCaptureKeyboard;
	if (Type == EInputType::KeyDown && Out.Key == KeyEscape && ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup))
	{
		ImGui::ClosePopupToLevel(0, false); // leaves the menu, not the program
		Out.bTakenByUi = true;
	}
	Target->push_back(Out);
}

bool FNativeWindow::keyPressed(const OgreBites::KeyboardEvent& Event)
{
	if (Panels)
	{
		Panels->keyPressed(Event);
		NewKeys.push_back(Event.keysym.sym);
	}
	AddKey(EInputType::KeyDown, Event);
	return true;
}

bool FNativeWindow::keyReleased(const OgreBites::KeyboardEvent& Event)
{
	const bool bNew = std::find(NewKeys.begin(), NewKeys.end(), Event.keysym.sym) != NewKeys.end();
	if (Panels && bNew)
	{
		LateKeys.push_back(Event);
	}
	else if (Panels)
	{
		Panels->keyReleased(Event);
	}
	AddKey(EInputType::KeyUp, Event);
	return true;
}

bool FNativeWindow::mouseMoved(const OgreBites::MouseMotionEvent& Event)
{
	if (Panels)
	{
		Panels->mouseMoved(Event);
	}
	FInputEvent Out;
	Out.Type = EInputType::MouseMove;
	Out.X = float(Event.x);
	Out.Y = float(Event.y);
	Out.DeltaX = float(Event.xrel);
	Out.DeltaY = float(Event.yrel);
	Out.bTakenByUi = IsOverPanel(Out.X, Out.Y);
	MouseX = Out.X;
	MouseY = Out.Y;
	Target->push_back(Out);
	return true;
}

bool FNativeWindow::mouseWheelRolled(const OgreBites::MouseWheelEvent& Event)
{
	if (Panels)
	{
		Panels->mouseWheelRolled(Event);
	}
	FInputEvent Out;
	Out.Type = EInputType::Wheel;
	Out.X = MouseX;
	Out.Y = MouseY;
	Out.DeltaY = float(Event.y);
	Out.bTakenByUi = IsOverPanel(MouseX, MouseY);
	Target->push_back(Out);
	return true;
}

void FNativeWindow::AddButton(EInputType Type, const OgreBites::MouseButtonEvent& Event)
{
	FInputEvent Out;
	Out.Type = Type;
	Out.Button = ToButton(Event.button);
	Out.X = float(Event.x);
	Out.Y = float(Event.y);
	Out.bTakenByUi = IsOverPanel(Out.X, Out.Y);
	Target->push_back(Out);
}

bool FNativeWindow::mousePressed(const OgreBites::MouseButtonEvent& Event)
{
	if (Panels)
	{
		Panels->mousePressed(Event);
		NewButtons |= 1u << Event.button;
	}
	AddButton(EInputType::MouseDown, Event);
	return true;
}

bool FNativeWindow::mouseReleased(const OgreBites::MouseButtonEvent& Event)
{
	if (Panels && (NewButtons & (1u << Event.button)))
	{
		LateButtons.push_back(Event);
	}
	else if (Panels)
	{
		Panels->mouseReleased(Event);
	}
	AddButton(EInputType::MouseUp, Event);
	return true;
}

bool FNativeWindow::textInput(const OgreBites::TextInputEvent& Event)
{
	return Panels && Panels->textInput(Event);
}
} // namespace Flockwork
