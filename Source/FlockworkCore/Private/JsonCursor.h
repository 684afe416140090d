#pragma once
// Walks the tokens of a JSON text in step with the parser's events, because the parser tells no places. It trusts the
// text: the parser has accepted each token before the cursor steps over it.
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace Flockwork
{
struct FTextPlace
{
	int32_t Line = 1;
	int32_t Column = 1; // in characters (UTF-8), a tab counting one
};

class FJsonCursor
{
public:
	explicit FJsonCursor(std::string_view InText);
	// Steps over the next token and returns where it begins.
	FTextPlace NextToken();
	// The place of a byte, counted from the text's beginning; of its end when Offset is beyond it.
	static FTextPlace PlaceOf(std::string_view Text, size_t Offset);
	// True when the text holds nothing but white space, comments and a byte order mark.
	static bool IsBlank(std::string_view Text);

private:
	void SkipSeparators();
	void SkipComment();
	void SkipString();
	void Advance();
	char Peek(size_t Ahead = 0) const { return Offset + Ahead < Text.size() ? Text[Offset + Ahead] : '\0'; }
	bool AtEnd() const { return Offset >= Text.size(); }

	std::string_view Text;
	size_t Offset = 0;
	FTextPlace Place;
};
} // namespace Flockwork
