// The window as a person uses it: a private X server, real keys and clicks, and what comes of them.
#include "ChildProcess.h"
#include "FlockworkCore/DataNode.h"
#include "FlockworkCore/Math.h"
#include "PrivateXServer.h"
#include "ProgramFixture.h"
#include "XClient.h"

#include <chrono>
#include <fcntl.h>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

using namespace Flockwork;

namespace
{
constexpr uint32_t KeyEscape = 0xff1b;
constexpr uint32_t KeyTab = 0xff09;
constexpr uint32_t KeyShift = 0xffe1;
constexpr uint32_t KeyF1 = 0xffbe;
constexpr int32_t ScreenWidth = 1280;
constexpr int32_t ScreenHeight = 720;

// Counts what was dropped and how far the player came, in checks that the report then tells.
constexpr const char* SceneText = R"(// A player on a lawn, and whoever looks on.
AActor Player;
int Start;
float Most = 0;
float Ahead = 0;
float Aside = 0;
int64 Steps = 0;
void BeginPlay()
{
	SpawnActor("Ground", FVector(0, -1, 0), "Ground");
	Player = SpawnActor("Player", FVector(0, 0.9f, 0), "Player");
	SpawnDisc("Zombie", FVector(0, 0.9f, -6), 3, 6);
	BindInput(Player);
	Start = 8;
	Check("dropped", "actors beyond those of the start", "Dropped", ECheckWhen::AtEnd);
	Check("ahead", "m that the player came away from the camera", "WentAhead", ECheckWhen::AtEnd);
	Check("aside", "m that he came to its right", "WentAside", ECheckWhen::AtEnd);
	Camera::Look(FVector(0, 10, 14), FVector(0, 0, 0));
}
void Tick(float DeltaTime)
{
	Most = FMath::Max(Most, float(GetActorCount("") - Start));
	Ahead = FMath::Max(Ahead, -Player.GetLocation().Z);
	Aside = FMath::Max(Aside, Player.GetLocation().X);
}
bool Dropped(float& out Value) { Value = Most; return true; }
bool WentAhead(float& out Value) { Value = Ahead; return true; }
bool WentAside(float& out Value) { Value = Aside; return true; }
)";

// A man on a square whom somebody selects, sends to its middle, and then frightens there.
constexpr const char* SquareText = R"(// A man on a square, and whoever sends him about.
AActor Man;
float Nearest = 100;
float Farthest = 0;
void BeginPlay()
{
	SpawnActor("Ground", FVector(0, -1, 0), "Ground");
	BuildNavMesh(FVector(-20, -1, -20), FVector(20, 3, 20));
	Man = SpawnActor("Person", FVector(4, 0.875f, 0), "Man");
	Check("nearest", "m from the middle", "Near", ECheckWhen::AtEnd);
	Check("farthest", "m from the middle, after he was there", "Far", ECheckWhen::AtEnd);
	Camera::SetFieldOfView(46);
	Camera::Look(FVector(0, 10, 10), FVector(0, 0, 0));
}
void Tick(float DeltaTime)
{
	const float Distance = Man.GetLocation().Distance(FVector(0, 0.875f, 0));
	Farthest = Nearest < 0.6f ? FMath::Max(Farthest, Distance) : 0;
	Nearest = FMath::Min(Nearest, Distance);
}
bool Near(float& out Value) { Value = Nearest; return true; }
bool Far(float& out Value) { Value = Farthest; return true; }
)";

class FWindowFixture : public FProgramFixture
{
public:
	FWindowFixture()
	{
		namespace fs = std::filesystem;
		Write("Root/Samples/Lawn/Lawn.as", SceneText);
		Write("Root/Samples/Square/Square.as", SquareText);
		fs::copy(FLOCKWORK_SOURCE_DIR "/Content", GetPath("Root/Content"), fs::copy_options::recursive);
		FDiagnostics Diagnostics;
		const bool bStarted = Server.Start(ScreenWidth, ScreenHeight, Diagnostics);
		INFO(Diagnostics.ToString());
		REQUIRE(bStarted);
		const std::string Display = std::getenv("DISPLAY");
		Hand = std::make_unique<FXClient>(std::stoi(Display.substr(Display.find(':') + 1)));
	}

	void Open(const std::string& Scene)
	{
		setenv("FLOCKWORK_ROOT", GetPath("Root").c_str(), 1);
		FFileHandle Out(open(GetPath("stdout.txt").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600));
		FFileHandle Errors(open(GetPath("stderr.txt").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600));
		FChildSettings Settings;
		Settings.Arguments = {FLOCKWORK_VIEWER, Scene, "--report", GetPath("report.json"), "--threads", "1"};
		Settings.Descriptors = {{Out.Get(), 1}, {Errors.Get(), 2}};
		Settings.bDiesWithParent = true;
		REQUIRE(Viewer.Start(Settings) == 0);
		unsetenv("FLOCKWORK_ROOT");
		WaitFor("the window", [this] { return (Window = Hand->FindWindow()) != 0; });
		TellCamera(); // the first frames are drawn
	}

	// Generous: the machine may be busy, and the software driver slow.
	void WaitFor(const std::string& What, const std::function<bool()>& IsThere)
	{
		const auto Deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
		while (!IsThere())
		{
			INFO("waiting for " << What << "\n" << Output() << Read(GetPath("stderr.txt")));
			REQUIRE(std::chrono::steady_clock::now() < Deadline);
			REQUIRE((Viewer.IsRunning() || What == "the end"));
			std::this_thread::sleep_for(std::chrono::milliseconds(20));
		}
	}

	std::string Output() const { return Read(GetPath("stdout.txt")); }
	size_t CountLines(const std::string& With) const
	{
		const std::string Text = Output();
		size_t Count = 0;
		for (size_t At = Text.find(With); At != std::string::npos; At = Text.find(With, At + 1))
		{
			++Count;
		}
		return Count;
	}
	// The last line that begins with these words, without them.
	std::string FindLast(const std::string& Words) const
	{
		const std::string Text = Output();
		const size_t At = Text.rfind(Words);
		return At == std::string::npos ? "" : Text.substr(At + Words.size(), Text.find('\n', At) - At - Words.size());
	}

	// Where the camera is, as the window tells. Input is handled in order: all that was done before has had its effect.
	std::string TellCamera()
	{
		const size_t Before = CountLines("Camera::Look");
		size_t Tries = 0;
		WaitFor("the camera's place",
		    [&]
		    {
			    if (Tries++ % 100 == 0) // a window that is not ready yet loses the key
			    {
				    Hand->Tap('k');
			    }
			    return CountLines("Camera::Look") > Before;
		    });
		return FindLast("Camera::Look");
	}
	// Saves a picture and tells its file.
	std::string TakePicture()
	{
		const size_t Before = CountLines(".png");
		Hand->Tap('p');
		WaitFor("a picture", [&] { return CountLines(".png") > Before; });
		return FindLast("wrote ");
	}
	int32_t Finish()
	{
		WaitFor("the end", [this] { return !Viewer.IsRunning(); });
		return Viewer.GetExitStatus();
	}
	double GetCheck(const std::string& Name) const
	{
		FDiagnostics Diagnostics;
		FDataNode Node;
		REQUIRE(ParseJson(Read(GetPath("report.json")), "report.json", Node, Diagnostics));
		for (const FDataNode& Check : Node.Find("checks")->Items)
		{
			if (Check.Find("name")->String == Name)
			{
				return Check.Find("value")->Number;
			}
		}
		FAIL("the report has no check " << Name);
		return 0.0;
	}

	FPrivateXServer Server;
	std::unique_ptr<FXClient> Hand;
	FChildProcess Viewer;
	uint32_t Window = 0;
};

std::pair<uint32_t, uint32_t> ReadPngSize(const std::string& File)
{
	const std::string Bytes = FProgramFixture::Read(File);
	REQUIRE(Bytes.size() > 24);
	REQUIRE(Bytes.substr(1, 3) == "PNG");
	const auto BigEndian = [&](size_t At)
	{
		uint32_t Value = 0;
		for (size_t Byte = 0; Byte < 4; ++Byte)
		{
			Value = (Value << 8) | uint8_t(Bytes[At + Byte]);
		}
		return Value;
	};
	return {BigEndian(16), BigEndian(20)};
}
} // namespace

TEST_CASE("Window: clicks drop threats and attractors, keys move the player, Escape ends with a report")
{
	FWindowFixture Test;
	Test.Open("Lawn");
	Test.Hand->Tap(KeyTab); // the panels would take clicks
	Test.TellCamera();
	Test.Hand->MoveMouse(640, 400);
	Test.Hand->Click(1);
	Test.Hand->Click(3);
	Test.TellCamera();
	Test.Hand->PressButton(1); // long: an attractor more
	for (int32_t Look = 0; Look < 8; ++Look)
	{
		Test.TellCamera();
		std::this_thread::sleep_for(std::chrono::milliseconds(100));
	}
	Test.Hand->ReleaseButton(1);
	for (const uint32_t Key : {uint32_t('w'), uint32_t('d')})
	{
		Test.Hand->PressKey(Key);
		std::this_thread::sleep_for(std::chrono::milliseconds(1500));
		Test.TellCamera();
		Test.Hand->ReleaseKey(Key);
		Test.TellCamera();
	}
	Test.Hand->Tap(KeyEscape);
	CHECK(Test.Finish() == 0);
	CHECK(Test.GetCheck("dropped") == 3.0);
	CHECK(Test.GetCheck("ahead") > 0.5);
	CHECK(Test.GetCheck("aside") > 0.5);
}

TEST_CASE("Window: a selected person goes where the right click's ray meets the ground, and runs from the left click's")
{
	FWindowFixture Test;
	Test.Open("Square");
	Test.Hand->Tap(KeyTab);
	Test.TellCamera();
	// 46 degrees high, looking down by 45: the man, 4 m to the right and 0.875 m up, is 13.52 m deep.
	constexpr double PixelsAMetre = 360.0 / (13.52 * 0.42447);
	Test.Hand->MoveMouse(640 + int32_t(4.0 * PixelsAMetre), 360 - int32_t(0.619 * PixelsAMetre));
	Test.Hand->PressKey(KeyShift);
	Test.Hand->Click(1);
	Test.Hand->ReleaseKey(KeyShift);
	Test.TellCamera();
	Test.Hand->MoveMouse(640, 360); // the middle of the picture is the middle of the square
	Test.Hand->Click(3);
	Test.TellCamera();
	std::this_thread::sleep_for(std::chrono::milliseconds(6000));
	Test.Hand->Click(1);
	Test.TellCamera();
	std::this_thread::sleep_for(std::chrono::milliseconds(3000));
	Test.TellCamera();
	Test.Hand->Tap(KeyEscape);
	CHECK(Test.Finish() == 0);
	CHECK(Test.GetCheck("nearest") < 0.6);
	CHECK(Test.GetCheck("farthest") > 3.0);
}

TEST_CASE("Window: dragging turns the camera, the wheel moves it nearer, F shows the whole flock")
{
	FWindowFixture Test;
	Test.Open("Lawn");
	Test.Hand->Tap(KeyTab);
	const std::string Scripted = Test.TellCamera();
	CHECK(Scripted.substr(0, 25) == "(FVector(0.00, 10.00, 14.");
	Test.Hand->MoveMouse(640, 400);
	Test.Hand->PressButton(1); // and at once away: held still for half a second, it would be a long press
	for (int32_t X = 640; X <= 840; X += 20)
	{
		Test.Hand->MoveMouse(X, 400);
	}
	Test.Hand->ReleaseButton(1);
	const auto Place = [](const std::string& Text)
	{
		FVector Position{0.0f, 0.0f, 0.0f};
		REQUIRE(std::sscanf(Text.c_str(), "(FVector(%f, %f, %f)", &Position.x, &Position.y, &Position.z) == 3);
		return Position;
	};
	// The orbit took over from the script's camera: the same height and distance, from another side.
	const FVector Turned = Place(Test.TellCamera());
	CHECK(Turned.y == Approx(10.0f).margin(0.3));
	CHECK(std::hypot(Turned.x, Turned.z) == Approx(14.0f).margin(0.4));
	CHECK(Turned.x < -8.0f); // 200 pixels are a radian, and the scene follows the hand
	for (int32_t Step = 0; Step < 5; ++Step)
	{
		Test.Hand->Click(4);
	}
	const FVector Near = Place(Test.TellCamera());
	CHECK(Length(Near) < 0.65f * Length(Turned));
	Test.Hand->Tap('f');
	Test.TellCamera();
	std::this_thread::sleep_for(std::chrono::milliseconds(1500));
	CHECK(Length(Place(Test.TellCamera())) > Length(Near));
	Test.Hand->Close(Test.Window);
	CHECK(Test.Finish() == 0);
	CHECK(Test.GetCheck("dropped") == 0.0); // a drag is no click
}

TEST_CASE("Window: pictures follow the window's size, show no panels, and a paused world stands still")
{
	FWindowFixture Test;
	Test.Open("Lawn");
	Test.Hand->Tap(' ');
	Test.TellCamera();
	const std::string First = Test.TakePicture();
	CHECK(ReadPngSize(First) == std::pair<uint32_t, uint32_t>(ScreenWidth, ScreenHeight));
	std::this_thread::sleep_for(std::chrono::milliseconds(500));
	const std::string Second = Test.TakePicture();
	CHECK(First != Second);
	CHECK(Test.Read(First) == Test.Read(Second));
	Test.Hand->Tap(KeyF1); // a panel that pictures do not show
	Test.TellCamera();
	CHECK(Test.Read(First) == Test.Read(Test.TakePicture()));
	Test.Hand->Tap('n');
	Test.TellCamera();
	CHECK(Test.Read(First) != Test.Read(Test.TakePicture()));
	Test.Hand->Resize(Test.Window, 801, 500);
	Test.WaitFor("a picture of the new size",
	    [&] { return ReadPngSize(Test.TakePicture()) == std::pair<uint32_t, uint32_t>(801, 500); });
	Test.Hand->Tap('v'); // a film, though the width is odd
	Test.TellCamera();
	Test.TellCamera();
	Test.Hand->Tap('v');
	Test.WaitFor("a film", [&] { return Test.CountLines(".mp4") > 0; });
	CHECK(Test.Read(Test.FindLast("wrote ")).substr(4, 4) == "ftyp");
	Test.Hand->Tap(KeyEscape);
	CHECK(Test.Finish() == 0);
}

TEST_CASE("Window: an edited preset is read again, a broken one keeps the old values and says why")
{
	FWindowFixture Test;
	Test.Open("Lawn");
	const std::string Good = Test.Read(Test.GetPath("Root/Content/Flocks/Zombie.json"));
	std::string Edited = Good;
	const size_t At = Edited.find("\"maxSpeed\": ");
	REQUIRE(At != std::string::npos);
	Edited.insert(At + 12, "0");
	Test.Write("Root/Content/Flocks/Zombie.json", Edited); // 02.0 is no number in JSON
	Test.WaitFor(
	    "a complaint", [&] { return Test.Read(Test.GetPath("stderr.txt")).find("Zombie.json") != std::string::npos; });
	Edited = Good;
	Edited.insert(At + 12, "1");
	Test.Write("Root/Content/Flocks/Zombie.json", Edited);
	Test.WaitFor("the new preset", [&] { return Test.CountLines("content read again: 1 flock changed") > 0; });
	Test.Hand->Tap(KeyEscape);
	CHECK(Test.Finish() == 0);
}
