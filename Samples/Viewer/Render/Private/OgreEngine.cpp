#include "OgreEngine.h"

#include "NativeWindow.h"

#include <OgreGpuProgramManager.h>
#include <OgreLogManager.h>
#include <OgreRenderSystem.h>
#include <OgreRenderWindow.h>
#include <OgreResourceGroupManager.h>
#include <filesystem>
#include <fstream>

namespace Flockwork
{
namespace
{
// GLSL 4.00 has textureGather with depth comparison, which makes soft shadows affordable without a graphics card.
constexpr Ogre::uint16 NeededShadingLanguage = 400;
constexpr size_t MaxComplaints = 12;
} // namespace

FEngineLog::FEngineLog(const std::string& File) : Manager(std::make_unique<Ogre::LogManager>())
{
	Ogre::Log* Log = Manager->createLog(File, true, false, File.empty());
	Log->addListener(this);
}

FEngineLog::~FEngineLog()
{
	Manager->getDefaultLog()->removeListener(this);
}

void FEngineLog::messageLogged(
    const Ogre::String& Message, Ogre::LogMessageLevel Level, bool, const Ogre::String&, bool&)
{
	if (Level < Ogre::LML_WARNING)
	{
		return;
	}
	if (Complaints.size() == MaxComplaints)
	{
		Complaints.erase(Complaints.begin());
	}
	Complaints.push_back(Message);
}

std::string FEngineLog::TakeComplaints()
{
	std::string Text;
	for (const std::string& Complaint : Complaints)
	{
		Text += "\n  " + Complaint;
	}
	Complaints.clear();
	return Text;
}

FOgreEngine::FOgreEngine() = default;

FOgreEngine::~FOgreEngine()
{
	NativeWindow.reset();
	Overlays.reset();
	Root.reset();
}

bool FOgreEngine::Start(
    const FRenderSettings& Settings, const std::function<void()>& BeforeResources, FDiagnostics& Diagnostics)
{
	const std::string Media = Settings.MediaDirectory.empty() ? FLOCKWORK_VIEWER_MEDIA : Settings.MediaDirectory;
	std::error_code Error;
	if (!std::filesystem::is_directory(Media, Error))
	{
		Diagnostics.Error({Media}, "mediaDirectory", "the folder of the viewer's shaders does not exist");
		return false;
	}
	if (!Settings.LogFile.empty() && !std::ofstream(Settings.LogFile))
	{
		Diagnostics.Error({Settings.LogFile}, "logFile", "the engine's log cannot be written there");
		return false;
	}
	if (!ChooseDisplay(Settings, Diagnostics))
	{
		return false;
	}
	try
	{
		Log = std::make_unique<FEngineLog>(Settings.LogFile);
		if (!StartRoot(Diagnostics))
		{
			return false;
		}
		OpenWindow(Settings);
		const Ogre::uint16 Language = Root->getRenderSystem()->getNativeShadingLanguageVersion();
		if (Language < NeededShadingLanguage)
		{
			Diagnostics.Error({}, "",
			    "drawing needs OpenGL 4.0; this driver's shading language is version " + std::to_string(Language));
			return false;
		}
		BeforeResources();
		LoadResources(Media);
	}
	catch (const Ogre::Exception& Exception)
	{
		Diagnostics.Error({}, "", "the engine did not start: " + Exception.getDescription() + Log->TakeComplaints());
		return false;
	}
	return true;
}

bool FOgreEngine::ChooseDisplay(const FRenderSettings& Settings, FDiagnostics& Diagnostics)
{
	bHeadless = Settings.bHeadless || !IsDisplayUsable();
	if (bHeadless && !Settings.bHeadless)
	{
		Diagnostics.Warning({}, "", "there is no usable display: drawing without a window");
	}
	return !bHeadless || XServer.Start(Settings.Width, Settings.Height, Diagnostics);
}

bool FOgreEngine::StartRoot(FDiagnostics& Diagnostics)
{
	Root = std::make_unique<Ogre::Root>("", "", "");
	for (const char* Plugin : {"RenderSystem_GL3Plus", "Codec_STBI"})
	{
		Root->loadPlugin(std::string(FLOCKWORK_OGRE_PLUGINS) + "/" + Plugin);
	}
	const Ogre::RenderSystemList& Systems = Root->getAvailableRenderers();
	if (Systems.empty())
	{
		Diagnostics.Error({FLOCKWORK_OGRE_PLUGINS}, "", "no OpenGL render system was found");
		return false;
	}
	Root->setRenderSystem(Systems.front());
	Overlays = std::make_unique<Ogre::OverlaySystem>();
	Root->initialise(false);
	return true;
}

void FOgreEngine::OpenWindow(const FRenderSettings& Settings)
{
	Ogre::NameValuePairList Options;
	Options["FSAA"] = std::to_string(Settings.Multisamples);
	Options["vsync"] = bHeadless ? "false" : "true";
	const auto Width = unsigned(Settings.Width);
	const auto Height = unsigned(Settings.Height);
	if (bHeadless)
	{
		Window = Root->createRenderWindow(Settings.Title, Width, Height, false, &Options);
	}
	else
	{
		NativeWindow = std::make_unique<FNativeWindow>(*Root);
		Window = &NativeWindow->Open(Settings.Title, Width, Height, Options);
	}
	// Updated by hand: a headless frame is read from the back buffer and never shown.
	Window->setAutoUpdated(false);
}

void FOgreEngine::LoadResources(const std::string& MediaDirectory)
{
	Ogre::ResourceGroupManager& Groups = Ogre::ResourceGroupManager::getSingleton();
	// Texture shadows abort without this folder of the engine's own, although nothing in it is drawn here.
	Groups.addResourceLocation(std::string(FLOCKWORK_OGRE_MEDIA) + "/ShadowVolume", "FileSystem", Ogre::RGN_INTERNAL);
	Groups.addResourceLocation(MediaDirectory, "FileSystem", Ogre::RGN_DEFAULT);
	Groups.initialiseAllResourceGroups();
}
} // namespace Flockwork
