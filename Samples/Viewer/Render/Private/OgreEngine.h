#pragma once
// OGRE started with no more than is needed: the GL3Plus render system, the PNG codec and the overlay; no configuration
// files, no shader generator (every material here brings its own shaders).
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkRender/InputEvents.h"
#include "FlockworkRender/RenderTypes.h"
#include "PrivateXServer.h"

#include <OgreLog.h>
#include <OgreOverlaySystem.h>
#include <OgreRoot.h>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace Flockwork
{
class FNativeWindow;

// Keeps what the engine complained about, so that a failure can be reported in its own words.
class FEngineLog final : public Ogre::LogListener
{
public:
	explicit FEngineLog(const std::string& File);
	~FEngineLog() override;
	void messageLogged(const Ogre::String& Message, Ogre::LogMessageLevel Level, bool bMaskDebug,
	    const Ogre::String& Name, bool& bSkip) override;
	// The latest complaints, one a line, and forgets them.
	std::string TakeComplaints();

private:
	std::unique_ptr<Ogre::LogManager> Manager;
	std::vector<std::string> Complaints;
};

class FOgreEngine
{
public:
	FOgreEngine();
	~FOgreEngine();
	// BeforeResources is called when the graphics are up and no material has been loaded yet.
	bool Start(
	    const FRenderSettings& Settings, const std::function<void()>& BeforeResources, FDiagnostics& Diagnostics);

	bool IsHeadless() const { return bHeadless; }
	Ogre::Root& GetRoot() { return *Root; }
	Ogre::RenderWindow& GetWindow() { return *Window; }
	Ogre::OverlaySystem& GetOverlays() { return *Overlays; }
	FNativeWindow* GetNativeWindow() { return NativeWindow.get(); } // null when headless
	FEngineLog& GetLog() { return *Log; }

private:
	bool ChooseDisplay(const FRenderSettings& Settings, FDiagnostics& Diagnostics);
	bool StartRoot(FDiagnostics& Diagnostics);
	void OpenWindow(const FRenderSettings& Settings);
	void LoadResources(const std::string& MediaDirectory);

	// In the order in which they must outlive each other.
	FPrivateXServer XServer;
	std::unique_ptr<FEngineLog> Log;
	std::unique_ptr<Ogre::Root> Root;
	std::unique_ptr<Ogre::OverlaySystem> Overlays;
	std::unique_ptr<FNativeWindow> NativeWindow;
	Ogre::RenderWindow* Window = nullptr;
	bool bHeadless = true;
};
} // namespace Flockwork
