#include "FlockworkRender/DebugLines.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr float ArrowWidth = 1.7f;
}

void FDebugLines::Line(const FVector& From, const FVector& To, const FColor& Color)
{
	AddLine({From, To, Color, 1.0f});
}

void FDebugLines::Arrow(const FVector& From, const FVector& To, const FColor& Color)
{
	AddLine({From, To, Color, ArrowWidth});
	const FVector Way = To - From;
	const FVector Direction = SafeNormal(Way);
	if (!IsFinite(Way) || LengthSquared(Direction) == 0.0f)
	{
		return;
	}
	const float Head = std::min(0.22f * Length(Way), 0.6f);
	const FQuat Rotation = LookRotation(Direction);
	const FVector Neck = To - Direction * Head;
	for (const FVector& Axis : {FVector(1.0f, 0.0f, 0.0f), FVector(0.0f, 1.0f, 0.0f)})
	{
		const FVector Side = Rotation * Axis * (0.45f * Head);
		AddLine({To, Neck + Side, Color, ArrowWidth});
		AddLine({To, Neck - Side, Color, ArrowWidth});
	}
}

void FDebugLines::AddLine(const FLine& Line)
{
	if (!IsFinite(Line.From) || !IsFinite(Line.To))
	{
		return;
	}
	if (Lines.size() >= MaxLines)
	{
		bFull = true;
		return;
	}
	Lines.push_back(Line);
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
