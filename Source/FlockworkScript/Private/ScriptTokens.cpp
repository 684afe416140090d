#include "ScriptTokens.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
// AngelScript 2.35 parses and compiles by recursion without a limit: five thousand nested parentheses, twenty thousand
// chained assignments, ifs or else-ifs end the process, and nested ?: takes time exponentially. Written code stays far
// below these bounds.
constexpr size_t MaxBracketDepth = 100;
constexpr int32_t MaxTokensInOneGo = 1000;
constexpr int32_t MaxConditionals = 32;
constexpr int32_t MaxElses = 1000;

class FTokenScan
{
public:
	FTokenScan(asIScriptEngine& InEngine, std::string_view InPath, std::string& InText,
	    std::vector<FScriptInclude>& InIncludes, FDiagnostics& InDiagnostics)
	    : Engine(InEngine), Path(InPath), Text(InText), Includes(InIncludes), Diagnostics(InDiagnostics)
	{
	}

	bool Run()
	{
		while (Position < Text.size() && bOk)
		{
			asUINT Length = 0;
			const asETokenClass Class = Engine.ParseToken(&Text[Position], Text.size() - Position, &Length);
			if (Class == asTC_UNKNOWN && Text[Position] == '#')
			{
				TakeDirective();
			}
			else
			{
				const std::string_view Token(&Text[Position], Length);
				if (Class != asTC_WHITESPACE && Class != asTC_COMMENT)
				{
					Count(Token);
				}
				Advance(Length > 0 ? Length : 1);
			}
		}
		return bOk;
	}

private:
	void Count(std::string_view Token)
	{
		const bool bCloses = Token == ")" || Token == "]" || Token == "}";
		if (bCloses && !Brackets.empty())
		{
			Brackets.pop_back();
		}
		// A separator outside of parentheses ends an expression; those in "for (;;)" and between arguments do not.
		const bool bInBlock = Brackets.empty() || Brackets.back() == '{';
		const bool bSeparates = Token == "{" || Token == "}" || (bInBlock && (Token == ";" || Token == ","));
		if (Token == "(" || Token == "[" || Token == "{")
		{
			Brackets.push_back(Token[0]);
		}
		TokensInOneGo = bSeparates ? 0 : TokensInOneGo + 1;
		Conditionals = bSeparates ? 0 : Conditionals + (Token == "?" ? 1 : 0);
		Elses += Token == "else" ? 1 : 0;
		Check(Brackets.size() <= MaxBracketDepth, "brackets are nested deeper than 100");
		Check(TokensInOneGo <= MaxTokensInOneGo, "more than 1000 words and signs without ; , { or }");
		Check(Conditionals <= MaxConditionals, "more than 32 ?: in one expression");
		Check(Elses <= MaxElses, "more than 1000 else in one file");
	}

	void TakeDirective()
	{
		const size_t End = std::min(Text.find('\n', Position), Text.size());
		const std::string_view Directive(&Text[Position], End - Position);
		const size_t Open = Directive.find('"');
		const size_t Close = Open == std::string_view::npos ? Open : Directive.find('"', Open + 1);
		const bool bInclude = Directive.substr(0, 8) == "#include" && Close != std::string_view::npos &&
		                      Directive.find_first_not_of(" \t", 8) == Open;
		Check(bInclude, "not understood: #include \"file\" is the only directive");
		if (bInclude)
		{
			Includes.push_back({std::string(Directive.substr(Open + 1, Close - Open - 1)), Line, Column()});
			for (size_t Index = Position; Index < Position + Close + 1; ++Index)
			{
				Text[Index] = ' ';
			}
			Advance(Close + 1);
		}
	}

	void Advance(size_t Length)
	{
		for (size_t Index = Position; Index < Position + Length; ++Index)
		{
			if (Text[Index] == '\n')
			{
				++Line;
				LineStart = Index + 1;
			}
		}
		Position += Length;
	}

	void Check(bool bGood, const char* Complaint)
	{
		if (!bGood && bOk)
		{
			Diagnostics.Error({std::string(Path), Line, Column()}, "", Complaint);
			bOk = false;
		}
	}

	int32_t Column() const { return int32_t(Position - LineStart) + 1; }

	asIScriptEngine& Engine;
	std::string_view Path;
	std::string& Text;
	std::vector<FScriptInclude>& Includes;
	FDiagnostics& Diagnostics;
	size_t Position = 0;
	size_t LineStart = 0;
	int32_t Line = 1;
	std::string Brackets; // the open ones
	int32_t TokensInOneGo = 0;
	int32_t Conditionals = 0;
	int32_t Elses = 0;
	bool bOk = true;
};
} // namespace

bool ScanScriptTokens(asIScriptEngine& Engine, std::string_view Path, std::string& Text,
    std::vector<FScriptInclude>& OutIncludes, FDiagnostics& Diagnostics)
{
	return FTokenScan(Engine, Path, Text, OutIncludes, Diagnostics).Run();
}
} // namespace Flockwork
