#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/World.h"
#include "PanelWidgets.h"
#include "Panels.h"

#include <algorithm>
#include <imgui.h>
#include <utility>

namespace Flockwork
{
namespace
{
void DrawSwitches(FViewerState& State)
{
	FDebugLayers& Layers = State.View.Layers;
	const std::tuple<const char*, bool*, const char*> Switches[] = {
	    {"trails", &State.View.bTrails, "The ways that boids came. Key T."},
	    {"marks", &State.View.bMarks, "Rings about dropped predators and attractors, and about the selected boid."},
	    {"velocity", &Layers.bVelocity, "Where a boid will be in a second, if it goes on so. Key 1."},
	    {"forces", &Layers.bForces, "The acceleration that the last step gave each boid. Key 2."},
	    {"radius", &Layers.bRadius, "Neighbour and separation radius, of the selected boid or of all. Key 3."},
	    {"links", &Layers.bLinks, "Lines to the neighbours of the selected boid. Key 4."},
	    {"grid", &Layers.bGrid, "Occupied cells of the neighbour grid. Key 5."},
	    {"targets", &Layers.bTargets, "Targets, attractors, paths. Key 6."},
	    {"threats", &Layers.bThreats, "Threats with their radius; boids that flee. Key 7."},
	    {"bodies", &Layers.bBodies, "Collision shapes. Key 8."}, {"names", &Layers.bNames, "Of all actors. Key 9."},
	    {"vision", &Layers.bVision, "How far the selected boid sees, and the blind cone behind it. Key 0."},
	    {"rules", &Layers.bRules,
	        "Separation, alignment, cohesion and all other wishes of the selected boid, an arrow each. Key O."},
	    {"navmesh", &Layers.bNavMesh, "Where crowds can walk, and the obstacles in it."},
	    {"crowd", &Layers.bCrowd, "Corridors, corners, velocities and states of agents."},
	    {"escape", &Layers.bEscape, "Escape fields, threats' radii, and where who flees runs to."},
	    {"skeletons", &Layers.bSkeletons, "Bones of characters; of the selected one the joints' axes too."},
	    {"plots", &State.View.bPlots, "Curves on the picture when the panels are hidden, and in pictures and films."}};
	if (ImGui::BeginTable("layers", 3))
	{
		for (const auto& [Name, Value, Tooltip] : Switches)
		{
			ImGui::TableNextColumn();
			ImGui::Checkbox(Name, Value);
			if (ImGui::IsItemHovered())
			{
				ImGui::SetTooltip("%s", Tooltip);
			}
		}
		ImGui::EndTable();
	}
}

// The boid before or after the selected one, by creation; from one flock into the next.
FActorId FindNext(const FSceneSession& Session, FActorId Selected, int32_t Way)
{
	const UFlockSubsystem& Flocks = Session.GetWorld().Get<UFlockSubsystem>();
	std::vector<FActorId> All;
	for (int32_t Flock = 0; Flock < Flocks.GetFlockCount(); ++Flock)
	{
		const std::span<const FActorId> Actors = Flocks.GetFlock(Flock).Actors;
		All.insert(All.end(), Actors.begin(), Actors.end());
	}
	if (All.empty())
	{
		return {};
	}
	const auto Found = std::find(All.begin(), All.end(), Selected);
	const int64_t Place = Found == All.end() ? (Way > 0 ? -1 : 0) : Found - All.begin();
	return All[size_t((Place + Way + int64_t(All.size())) % int64_t(All.size()))];
}

void DrawSelection(FSceneSession& Session, FViewerState& State)
{
	FActorId& Id = State.View.Layers.Selected;
	const UWorld& World = Session.GetWorld();
	if (ImGui::ArrowButton("previous", ImGuiDir_Left))
	{
		Id = FindNext(Session, Id, -1);
	}
	ImGui::SameLine();
	if (ImGui::ArrowButton("next", ImGuiDir_Right))
	{
		Id = FindNext(Session, Id, 1);
	}
	ImGui::SameLine();
	const AActor* const Selected = World.FindActor(Id);
	if (!Selected)
	{
		ImGui::TextDisabled("nobody: shift + click one");
		return;
	}
	if (ImGui::SmallButton("follow"))
	{
		State.Camera = ECameraRig::Follow;
	}
	ImGui::SameLine();
	if (ImGui::SmallButton("let go"))
	{
		Id = {};
	}
	ImGui::TextWrapped("%s", Selected->Name.c_str());
	UFlockSubsystem::FBoidInfo Info;
	if (World.Get<UFlockSubsystem>().GetBoidInfo(Selected->Id, Info))
	{
		ImGui::TextWrapped("%.2f of at most %.2f m/s, %zu neighbours", double(Length(Selected->Velocity)),
		    double(Info.SpeedLimit), Info.Neighbors.size());
		if (Info.bFleeing)
		{
			ImGui::TextColored({1.0f, 0.5f, 0.4f, 1.0f}, "fleeing, for %.1f s more", double(Info.MemoryLeft));
		}
		FRuleForces Forces;
		if (State.View.Layers.bRules && !World.Get<UFlockSubsystem>().GetRuleForces(World, Selected->Id, Forces))
		{
			ImGui::TextWrapped("its model turns a heading: there are no separate rules to show");
		}
	}
}
} // namespace

void DrawDisplayPanel(FSceneSession& Session, FViewerState& State)
{
	if (ImGui::Begin("Display"))
	{
		int32_t Coloring = int32_t(State.View.Coloring);
		BeginRow("colour", "What the boids' colours tell. Key H.");
		if (ImGui::Combo("##colour", &Coloring, ColoringNames, int32_t(std::size(ColoringNames))))
		{
			State.View.Coloring = ESceneColoring(Coloring);
		}
		DrawSwitches(State);
		ImGui::Separator();
		DrawSelection(Session, State);
		ImGui::Separator();
		ImGui::TextDisabled("left click: a predator");
		BeginRow("flee within");
		ImGui::SliderFloat("##threat radius", &State.ThreatRadius, 1.0f, 50.0f, "%.1f m");
		BeginRow("stays for");
		ImGui::SliderFloat("##threat time", &State.ThreatTime, 0.5f, 60.0f, "%.1f s");
		ImGui::TextDisabled("right click: an attractor");
		BeginRow("draws within");
		ImGui::SliderFloat("##attractor radius", &State.AttractorRadius, 1.0f, 100.0f, "%.1f m");
		BeginRow("stays for");
		ImGui::SliderFloat("##attractor time", &State.AttractorTime, 0.5f, 60.0f, "%.1f s");
	}
	ImGui::End();
}
} // namespace Flockwork
