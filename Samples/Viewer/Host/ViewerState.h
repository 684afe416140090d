#pragma once
// What the person at the window has chosen: written by panels, keys and mouse, read by the window's loop.
#include "FlockworkCore/Diagnostics.h"
#include "SettingChanges.h"
#include "WorldView.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>

namespace Flockwork
{
enum class ECameraRig : uint8_t
{
	Scene,  // as the script wishes
	Orbit,  // dragging turns it about what it looks at
	Follow, // behind the selected boid or the player
	Fly     // WASD, dragging looks round
};
inline constexpr const char* CameraRigNames[] = {"scene", "orbit", "follow", "fly"};

// Ring of the last samples of one plotted quantity.
struct FPlot
{
	static constexpr int32_t Capacity = 300;
	std::array<float, Capacity> Values{};
	int32_t Next = 0;
	int32_t Count = 0;
	void Add(float Value)
	{
		Values[size_t(Next)] = Value;
		Next = (Next + 1) % Capacity;
		Count = std::min(Count + 1, Capacity);
	}
	float GetLast() const { return Values[size_t((Next + Capacity - 1) % Capacity)]; }
};

struct FMessage
{
	std::string Text;
	double Time = 0.0; // s of the window's clock
	bool bTrouble = false;
};

struct FViewerState
{
	// --- Time
	double Now = 0.0; // s since the window opened
	bool bPaused = false;
	bool bStepOnce = false;
	float Speed = 1.0f; // [0.1, 8] simulated seconds a second
	bool bQuit = false;

	// --- Starting anew; taken from the session when it begins
	bool bRestart = false;
	std::string Scene;
	int32_t Seed = 1;
	int32_t Boids = 0; // 0: the scene's own number

	// --- Looking
	FViewOptions View;
	ECameraRig Camera = ECameraRig::Scene;
	bool bFrameFlock = false; // look at the whole flock
	bool bTellCamera = false; // say where the camera is
	bool bPanels = true;
	bool bHelp = false;

	// --- What a click drops
	float ThreatRadius = 10.0f;    // m
	float ThreatTime = 6.0f;       // s
	float AttractorRadius = 25.0f; // m
	float AttractorTime = 8.0f;    // s

	// --- Files
	bool bSavePicture = false;
	bool bRecord = false;
	std::string Flock;         // the flock that the settings panel shows
	std::string AppliedPreset; // to that flock, from the menu; empty: its own
	std::string PresetFile;    // to save to and load from

	FSettingChanges Changes;

	// --- What is shown
	FPlot Polarisation;
	FPlot Milling;
	FPlot NearestNeighbor; // m
	FPlot StepCost;        // ms
	FPlot FrameCost;       // ms
	void ClearPlots();
	std::deque<FMessage> Messages; // newest last

	void Note(std::string Message, bool bTrouble = false); // in the window
	void Say(std::string Message, bool bTrouble = false);  // in the window and on the terminal
	void Say(const FDiagnostics& Diagnostics);
};
} // namespace Flockwork
