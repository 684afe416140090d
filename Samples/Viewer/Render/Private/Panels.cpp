#include "Panels.h"

#include "FlockworkRender/Cameras.h"

#include <OgreImGuiOverlay.h>
#include <OgreMaterialManager.h>
#include <OgreOverlayManager.h>
#include <OgrePass.h>
#include <OgreTechnique.h>
#include <OgreTextureUnitState.h>
#include <algorithm>
#include <array>
#include <filesystem>
#include <imgui.h>
#include <imgui_internal.h>
#include <string>

namespace Flockwork
{
namespace
{
constexpr const char* FontFiles[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans.ttf"};
// The overlay's indices have 16 bits and an outlined character takes 20 vertices.
constexpr size_t MaxLabelCharacters = 2400;
constexpr size_t MaxHudCharacters = 600;

ImFont* LoadFont(float Size)
{
	ImFontAtlas& Fonts = *ImGui::GetIO().Fonts;
	for (const char* File : FontFiles)
	{
		std::error_code Error;
		if (std::filesystem::is_regular_file(File, Error))
		{
			if (ImFont* Loaded = Fonts.AddFontFromFileTTF(File, Size))
			{
				return Loaded;
			}
		}
	}
	ImFontConfig Config;
	Config.SizePixels = Size;
	return Fonts.AddFontDefault(&Config);
}

// The overlay's own material has no shaders; without the engine's shader generator it needs ours.
void GivePanelsShaders()
{
	const Ogre::MaterialPtr Material =
	    Ogre::MaterialManager::getSingleton().getByName("ImGui/material", Ogre::RGN_INTERNAL);
	Ogre::Pass& Pass = *Material->getTechnique(0)->getPass(0);
	Pass.setVertexProgram("Flockwork/PanelVP");
	Pass.setFragmentProgram("Flockwork/PanelFP");
	Pass.getTextureUnitState(0)->setTextureFiltering(Ogre::TFO_BILINEAR);
	Material->compile();
	Material->load();
}

void SetStyle(float Scale)
{
	ImGuiStyle& Style = ImGui::GetStyle();
	Style.WindowRounding = 5.0f;
	Style.FrameRounding = 3.0f;
	Style.GrabRounding = 3.0f;
	Style.GrabMinSize = 9.0f;
	Style.WindowPadding = ImVec2(9.0f, 7.0f);
	Style.FramePadding = ImVec2(6.0f, 2.0f);
	Style.ItemSpacing = ImVec2(6.0f, 4.0f);
	Style.ScrollbarSize = 11.0f;
	Style.WindowBorderSize = 0.0f;
	Style.ScaleAllSizes(Scale);
	ImVec4* const Colors = Style.Colors;
	Colors[ImGuiCol_WindowBg] = ImVec4(0.06f, 0.07f, 0.09f, 0.80f);
	Colors[ImGuiCol_PopupBg] = ImVec4(0.07f, 0.08f, 0.10f, 0.97f);
	Colors[ImGuiCol_TitleBg] = ImVec4(0.10f, 0.12f, 0.16f, 0.95f);
	Colors[ImGuiCol_TitleBgActive] = ImVec4(0.14f, 0.20f, 0.30f, 0.95f);
	Colors[ImGuiCol_TitleBgCollapsed] = ImVec4(0.10f, 0.12f, 0.16f, 0.75f);
	Colors[ImGuiCol_TextDisabled] = ImVec4(0.64f, 0.68f, 0.72f, 1.0f);
}

ImU32 ToColor(const FColor& Color, float Opacity)
{
	return ImGui::ColorConvertFloat4ToU32(ImVec4(Color.R, Color.G, Color.B, Color.A * Opacity));
}

void DrawOutlined(
    ImDrawList& List, ImFont* Font, float Size, ImVec2 Place, const FColor& Color, const char* Begin, const char* End)
{
	const float Edge = std::max(1.0f, Size / 18.0f);
	const ImU32 Dark = ToColor({0.0f, 0.0f, 0.0f, 1.0f}, 0.75f * Color.A);
	static const std::array<ImVec2, 4> Offsets = {ImVec2(-1, -1), ImVec2(1, -1), ImVec2(-1, 1), ImVec2(1, 1)};
	for (const ImVec2& Offset : Offsets)
	{
		List.AddText(Font, Size, ImVec2(Place.x + Offset.x * Edge, Place.y + Offset.y * Edge), Dark, Begin, End);
	}
	List.AddText(Font, Size, Place, ToColor(Color, 1.0f), Begin, End);
}

struct FCorner
{
	float AlignX = 0.0f; // 0 left, 0.5 centred, 1 right
	bool bBottom = false;
};

FCorner GetCorner(EHudCorner Corner)
{
	switch (Corner)
	{
	case EHudCorner::TopRight:
		return {1.0f, false};
	case EHudCorner::BottomLeft:
		return {0.0f, true};
	case EHudCorner::BottomRight:
		return {1.0f, true};
	case EHudCorner::TopCenter:
		return {0.5f, false};
	case EHudCorner::BottomCenter:
		return {0.5f, true};
	case EHudCorner::TopLeft:
		break;
	}
	return {};
}
} // namespace

FPanels::FPanels(int32_t Height)
    : Overlay(std::make_unique<Ogre::ImGuiOverlay>()),
      TextSize(std::round(18.0f * std::max(1.0f, float(Height) / 720.0f)))
{
	ImGuiIO& Input = ImGui::GetIO();
	Input.IniFilename = nullptr; // panels open where the host puts them, and no file is left behind
	Input.LogFilename = nullptr;
	// The first font is the panels' own: smaller, since a panel is read at rest.
	SmallFont = LoadFont(std::round(0.82f * TextSize));
	Font = LoadFont(TextSize);
	LargeFont = LoadFont(std::round(1.5f * TextSize));
	SetStyle(TextSize / 18.0f);
	Overlay->setZOrder(300);
	Overlay->show();
	Ogre::OverlayManager::getSingleton().addOverlay(Overlay.get());
	GivePanelsShaders();
}

FPanels::~FPanels()
{
	// The manager owns what it was given.
	Ogre::OverlayManager::getSingleton().destroy(Overlay.release()->getName());
}

void FPanels::Build(int32_t Width, int32_t Height, float DeltaTime, const FCameraPose& Camera, const FDebugLines& Lines)
{
	ImGuiIO& Input = ImGui::GetIO();
	Input.DisplaySize = ImVec2(float(Width), float(Height));
	Input.DeltaTime = std::max(DeltaTime, 1e-4f);
	ImGui::NewFrame();
	ImDrawList& List = *ImGui::GetBackgroundDrawList();
	DrawLabels(List, Width, Height, Camera, Lines);
	DrawHud(List, float(Width), float(Height));
	if (DrawPanels)
	{
		DrawPanels();
	}
	ImGui::EndFrame();
}

void FPanels::DrawHud(ImDrawList& List, float Width, float Height) const
{
	const float Margin = 0.8f * TextSize;
	std::array<float, 6> Used{};
	size_t Characters = 0;
	for (const FHudLine& Line : Hud)
	{
		Characters += Line.Text.size();
		if (Characters > MaxHudCharacters)
		{
			break;
		}
		const float Size = TextSize * std::clamp(Line.Size, 0.5f, 4.0f);
		ImFont* Letters = Line.Size > 1.15f ? LargeFont : Line.Size < 0.95f ? SmallFont : Font;
		const FCorner Corner = GetCorner(Line.Corner);
		const char* Begin = Line.Text.data();
		const char* End = Begin + Line.Text.size();
		const ImVec2 Extent = Letters->CalcTextSizeA(Size, Width, 0.0f, Begin, End);
		float& Down = Used[size_t(Line.Corner)];
		const float Left = MarginLeft + Margin;
		const float X = Left + (Width - MarginRight - Margin - Left - Extent.x) * Corner.AlignX;
		const float Y = Corner.bBottom ? Height - Margin - Down - Extent.y : Margin + Down;
		Down += Extent.y * 1.15f;
		DrawOutlined(List, Letters, Size, ImVec2(std::round(X), std::round(Y)), Line.Color, Begin, End);
	}
	const float Down = Margin + Used[size_t(EHudCorner::BottomRight)];
	DrawPlots(List, Width - MarginRight - Margin, Height, Down);
}

void FPanels::DrawPlots(ImDrawList& List, float Right, float Height, float Down) const
{
	const ImVec2 Size(12.0f * TextSize, 3.4f * TextSize);
	const float Small = SmallFont->FontSize;
	float Bottom = Height - Down;
	for (auto It = Plots.rbegin(); It != Plots.rend() && Bottom > Size.y; ++It)
	{
		const FHudPlot& Plot = *It;
		const ImVec2 Min(std::round(Right - Size.x), std::round(Bottom - Size.y));
		const ImVec2 Max(Min.x + Size.x, Min.y + Size.y);
		List.AddRectFilled(Min, Max, IM_COL32(12, 16, 22, 165), 4.0f);
		const float Inset = 0.3f * TextSize;
		const float Floor = Max.y - Inset;
		const float Rise = Size.y - Small - 3.0f * Inset;
		float Top = Plot.Max;
		if (Plot.Max == Plot.Min)
		{
			Top = Plot.Values.empty() ? Plot.Min : *std::max_element(Plot.Values.begin(), Plot.Values.end());
		}
		const float Range = std::max(Top - Plot.Min, 1e-6f);
		std::vector<ImVec2> Points;
		for (size_t Index = 0; Index < Plot.Values.size(); ++Index)
		{
			const float Along = float(Index) / float(std::max<size_t>(Plot.Values.size() - 1, 1));
			const float Share = std::clamp((Plot.Values[Index] - Plot.Min) / Range, 0.0f, 1.0f);
			Points.emplace_back(Min.x + Inset + Along * (Size.x - 2.0f * Inset), Floor - Share * Rise);
		}
		const ImU32 Color = ToColor(Plot.Color, 1.0f);
		List.AddPolyline(Points.data(), int(Points.size()), Color, 0, std::max(1.5f, TextSize / 12.0f));
		List.AddText(
		    SmallFont, Small, ImVec2(Min.x + Inset, Min.y + 0.5f * Inset), ToColor({}, 0.9f), Plot.Label.c_str());
		const float Wide = SmallFont->CalcTextSizeA(Small, Size.x, 0.0f, Plot.Value.c_str()).x;
		List.AddText(SmallFont, Small, ImVec2(Max.x - Inset - Wide, Min.y + 0.5f * Inset), Color, Plot.Value.c_str());
		Bottom -= Size.y + 0.3f * TextSize;
	}
}

void FPanels::DrawLabels(
    ImDrawList& List, int32_t Width, int32_t Height, const FCameraPose& Camera, const FDebugLines& Lines) const
{
	size_t Characters = 0;
	const float Size = SmallFont->FontSize;
	for (const FDebugLines::FLabel& Label : Lines.GetLabels())
	{
		FVector Place{};
		const std::string_view Text = Lines.GetText(Label);
		if (!ProjectToPixel(Camera, Label.Position, Width, Height, Place) || Place.x < 0.0f || Place.y < 0.0f ||
		    Place.x > float(Width) || Place.y > float(Height))
		{
			continue;
		}
		Characters += Text.size();
		if (Characters > MaxLabelCharacters)
		{
			break;
		}
		const char* End = Text.data() + Text.size();
		const ImVec2 Extent = SmallFont->CalcTextSizeA(Size, float(Width), 0.0f, Text.data(), End);
		const ImVec2 Corner(std::round(Place.x - 0.5f * Extent.x), std::round(Place.y - Extent.y));
		DrawOutlined(List, SmallFont, Size, Corner, Label.Color, Text.data(), End);
	}
}

FHiddenPanels::FHiddenPanels()
{
	for (ImGuiWindow* const Window : ImGui::GetCurrentContext()->Windows)
	{
		if (Window->Active && !Window->Hidden)
		{
			Window->Hidden = true;
			Windows.push_back(Window);
		}
	}
}

FHiddenPanels::~FHiddenPanels()
{
	for (ImGuiWindow* const Window : Windows)
	{
		Window->Hidden = false;
	}
}
} // namespace Flockwork
