#pragma once
// Collects debug drawing of one frame. The world writes through IDebugDraw, the renderer reads and clears.
#include "FlockworkCore/DebugDraw.h"

#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
class FDebugLines final : public IDebugDraw
{
public:
	struct FLine
	{
		FVector From{0.0f, 0.0f, 0.0f};
		FVector To{0.0f, 0.0f, 0.0f};
		FColor Color;
		float Width = 1.0f; // times that of a plain line
	};
	struct FLabel
	{
		FVector Position{0.0f, 0.0f, 0.0f};
		FColor Color;
		uint32_t TextBegin = 0; // in GetText()
		uint32_t TextSize = 0;
	};

	// Non-finite input is dropped; beyond the limits nothing more is taken and IsFull tells. A frame shows the first
	// 2,400 characters of those labels that are in view.
	void Line(const FVector& From, const FVector& To, const FColor& Color) override;
	void Text(const FVector& Position, std::string_view Text, const FColor& Color) override;
	// Thicker than a line, with a head of four strokes that is seen from every side.
	void Arrow(const FVector& From, const FVector& To, const FColor& Color) override;
	void Clear(); // keeps the memory

	const std::vector<FLine>& GetLines() const { return Lines; }
	const std::vector<FLabel>& GetLabels() const { return Labels; }
	std::string_view GetText(const FLabel& Label) const;
	bool IsFull() const { return bFull; }

	static constexpr size_t MaxLines = 200000;
	static constexpr size_t MaxLabels = 2000;

private:
	void AddLine(const FLine& Line);
	std::vector<FLine> Lines;
	std::vector<FLabel> Labels;
	std::string Characters;
	bool bFull = false;
};
} // namespace Flockwork
