#include "JsonCursor.h"

namespace Flockwork
{
namespace
{
constexpr std::string_view ByteOrderMark = "\xEF\xBB\xBF";

bool IsSpace(char Letter)
{
	return Letter == ' ' || Letter == '\t' || Letter == '\n' || Letter == '\r';
}

bool IsSeparator(char Letter)
{
	return IsSpace(Letter) || Letter == ',' || Letter == ':';
}

bool IsBracket(char Letter)
{
	return Letter == '{' || Letter == '}' || Letter == '[' || Letter == ']';
}

void Step(FTextPlace& Place, char Letter)
{
	if (Letter == '\n')
	{
		++Place.Line;
		Place.Column = 1;
	}
	else if ((static_cast<unsigned char>(Letter) & 0xC0u) != 0x80u) // not the tail of a UTF-8 character
	{
		++Place.Column;
	}
}
} // namespace

FJsonCursor::FJsonCursor(std::string_view InText) : Text(InText)
{
	if (Text.substr(0, ByteOrderMark.size()) == ByteOrderMark)
	{
		Offset = ByteOrderMark.size();
	}
}

FTextPlace FJsonCursor::NextToken()
{
	SkipSeparators();
	const FTextPlace Start = Place;
	if (Peek() == '"')
	{
		SkipString();
	}
	else if (IsBracket(Peek()))
	{
		Advance();
	}
	else
	{
		while (!AtEnd() && !IsSeparator(Peek()) && !IsBracket(Peek()) && Peek() != '/')
		{
			Advance();
		}
	}
	return Start;
}

FTextPlace FJsonCursor::PlaceOf(std::string_view Text, size_t Offset)
{
	FJsonCursor Cursor(Text);
	while (Cursor.Offset < Offset && !Cursor.AtEnd())
	{
		Cursor.Advance();
	}
	return Cursor.Place;
}

bool FJsonCursor::IsBlank(std::string_view Text)
{
	FJsonCursor Cursor(Text);
	while (!Cursor.AtEnd())
	{
		const char Letter = Cursor.Peek();
		const bool bComment = Letter == '/' && (Cursor.Peek(1) == '/' || Cursor.Peek(1) == '*');
		if (bComment)
		{
			Cursor.SkipComment();
		}
		else if (IsSpace(Letter))
		{
			Cursor.Advance();
		}
		else
		{
			return false;
		}
	}
	return true;
}

void FJsonCursor::SkipSeparators()
{
	while (!AtEnd() && (IsSeparator(Peek()) || Peek() == '/'))
	{
		if (Peek() == '/')
		{
			SkipComment();
		}
		else
		{
			Advance();
		}
	}
}

void FJsonCursor::SkipComment()
{
	const bool bBlock = Peek(1) == '*';
	Advance();
	Advance();
	while (!AtEnd() && !(bBlock ? Peek() == '*' && Peek(1) == '/' : Peek() == '\n'))
	{
		Advance();
	}
	if (bBlock)
	{
		Advance();
		Advance();
	}
}

void FJsonCursor::SkipString()
{
	Advance();
	while (!AtEnd() && Peek() != '"')
	{
		if (Peek() == '\\')
		{
			Advance();
		}
		Advance();
	}
	Advance();
}

void FJsonCursor::Advance()
{
	if (!AtEnd())
	{
		Step(Place, Text[Offset]);
		++Offset;
	}
}
} // namespace Flockwork
