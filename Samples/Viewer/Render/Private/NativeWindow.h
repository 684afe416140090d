#pragma once
// The window on a real display, through OgreBites (SDL), and its input.
#include "FlockworkRender/InputEvents.h"

#include <OgreApplicationContext.h>
#include <OgreImGuiInputListener.h>
#include <OgreInput.h>
#include <memory>
#include <string>
#include <vector>

namespace Flockwork
{
class FNativeWindow final : private OgreBites::ApplicationContext, private OgreBites::InputListener
{
public:
	// Uses a root that others own.
	explicit FNativeWindow(Ogre::Root& InRoot);
	~FNativeWindow() override;
	Ogre::RenderWindow& Open(
	    const std::string& Title, unsigned Width, unsigned Height, const Ogre::NameValuePairList& Options);
	// From then on panels see the input first. Call once the overlay exists.
	void ConnectPanels();
	// Appends what happened since the last call.
	void Poll(std::vector<FInputEvent>& Out);

private:
	bool keyPressed(const OgreBites::KeyboardEvent& Event) override;
	bool keyReleased(const OgreBites::KeyboardEvent& Event) override;
	bool mouseMoved(const OgreBites::MouseMotionEvent& Event) override;
	bool mouseWheelRolled(const OgreBites::MouseWheelEvent& Event) override;
	bool mousePressed(const OgreBites::MouseButtonEvent& Event) override;
	bool mouseReleased(const OgreBites::MouseButtonEvent& Event) override;
	bool textInput(const OgreBites::TextInputEvent& Event) override;
	void ReleaseLate();
	void AddKey(EInputType Type, const OgreBites::KeyboardEvent& Event);
	void AddButton(EInputType Type, const OgreBites::MouseButtonEvent& Event);

	std::unique_ptr<OgreBites::ImGuiInputListener> Panels;
	uint32_t NewButtons = 0;                              // pressed since the last frame, a bit each
	std::vector<OgreBites::Keycode> NewKeys;              // the same of keys
	std::vector<OgreBites::MouseButtonEvent> LateButtons; // whose release the panels learn of in the next frame
	std::vector<OgreBites::KeyboardEvent> LateKeys;
	std::vector<FInputEvent>* Target = nullptr; // during Poll
	float MouseX = 0.0f;                        // pixels
	float MouseY = 0.0f;
	unsigned LastWidth = 0;
	unsigned LastHeight = 0;
	bool bCloseSent = false;
};
} // namespace Flockwork
