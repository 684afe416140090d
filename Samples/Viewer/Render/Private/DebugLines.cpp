#include "FlockworkRender/DebugLines.h"

namespace Flockwork
{
void FDebugLines::Line(const FVector& From, const FVector& To, const FColor& Color)
{
	if (!IsFinite(From) || !IsFinite(To))
	{
		return;
	}
	if (Lines.size() >= MaxLines)
	{
		bFull = true;
		return;
	}
	Lines.push_back({From, To, Color});
}

void FDebugLines::Text(const FVector& Position, std::string_view Text, const FColor& Color)
{
	if (!IsFinite(Position) || Text.empty())
	{
		return;
	}
	if (Labels.size() >= MaxLabels)
	{
		bFull = true;
		return;
	}
	Labels.push_back({Position, Color, uint32_t(Characters.size()), uint32_t(Text.size())});
	Characters.append(Text);
}

void FDebugLines::Clear()
{
	Lines.clear();
	Labels.clear();
	Characters.clear();
	bFull = false;
}

std::string_view FDebugLines::GetText(const FLabel& Label) const
{
	return std::string_view(Characters).substr(Label.TextBegin, Label.TextSize);
}
} // namespace Flockwork
