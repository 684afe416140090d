#pragma once
// What the readers of this module's JSON share: faults with line and field, members that must be known, the nearest
// name.
#include "FlockworkCore/DataNode.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace Flockwork
{
class FNodeReader
{
protected:
	FNodeReader(std::string InFile, FDiagnostics& InDiagnostics) : File(std::move(InFile)), Diagnostics(InDiagnostics)
	{
	}
	// Always false; from then on bGood is.
	bool Fail(const FDataNode& Node, const std::string& Field, const std::string& Message)
	{
		Diagnostics.Error({File, Node.Line, Node.Column}, Field, Message);
		bGood = false;
		return false;
	}
	// "; did you mean 'walk'?", or nothing.
	static std::string Suggest(std::string_view Wanted, const std::vector<std::string_view>& Known)
	{
		const std::string_view Near = NearestName(Wanted, Known);
		return Near.empty() ? std::string{} : "; did you mean '" + std::string(Near) + "'?";
	}
	// Whether it is an object of known members; with no Known any will do.
	bool CheckMembers(const FDataNode& Node, const std::string& Field, const std::vector<std::string_view>& Known = {})
	{
		if (Node.Type != EDataType::Object)
		{
			return Fail(Node, Field, "expected an object, not " + std::string(ToString(Node.Type)));
		}
		bool bKnown = true;
		for (const FDataMember& Member : Node.Members)
		{
			if (!Known.empty() && std::find(Known.begin(), Known.end(), Member.Name) == Known.end())
			{
				bKnown =
				    Fail(Member.Value, Field + "." + Member.Name, "is not known here" + Suggest(Member.Name, Known));
			}
		}
		return bKnown;
	}

	std::string File;
	FDiagnostics& Diagnostics;
	bool bGood = true;
};
} // namespace Flockwork
