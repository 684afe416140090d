#include "FlockworkCore/Diagnostics.h"

#include "FlockworkCore/Log.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace Flockwork
{
namespace
{
// A damaged file of millions of values must not fill the memory with complaints about it.
constexpr size_t MaxKept = 1000;

std::string PlaceToString(const FSourcePlace& Place)
{
	std::string Text = Place.File;
	if (Place.Line > 0)
	{
		Text += (Text.empty() ? "line " : ":") + std::to_string(Place.Line);
		Text += Place.Column > 0 ? ":" + std::to_string(Place.Column) : "";
	}
	return Text.empty() ? Text : Text + ": ";
}

std::string WithField(const FDiagnostic& Diagnostic)
{
	return Diagnostic.Field.empty() ? Diagnostic.Message : Diagnostic.Field + ": " + Diagnostic.Message;
}

// Levenshtein 1966, one row at a time.
size_t EditDistance(std::string_view A, std::string_view B)
{
	// Two letters in the wrong order are one slip, not two (optimal string alignment; Damerau 1964).
	std::vector<size_t> BeforeLast(B.size() + 1);
	std::vector<size_t> Last(B.size() + 1);
	std::vector<size_t> Row(B.size() + 1);
	std::iota(Row.begin(), Row.end(), size_t(0));
	for (size_t I = 1; I <= A.size(); ++I)
	{
		BeforeLast.swap(Last);
		Last.swap(Row);
		Row[0] = I;
		for (size_t J = 1; J <= B.size(); ++J)
		{
			const size_t Replaced = Last[J - 1] + (A[I - 1] == B[J - 1] ? 0 : 1);
			Row[J] = std::min({Replaced, Last[J] + 1, Row[J - 1] + 1});
			if (I > 1 && J > 1 && A[I - 1] == B[J - 2] && A[I - 2] == B[J - 1])
			{
				Row[J] = std::min(Row[J], BeforeLast[J - 2] + 1);
			}
		}
	}
	return Row.back();
}
} // namespace

std::string FDiagnostic::ToString() const
{
	const std::string Kind = Severity == ESeverity::Error ? "error: " : "warning: ";
	return PlaceToString(Place) + Kind + WithField(*this);
}

void FDiagnostics::Error(FSourcePlace Place, std::string_view Field, std::string Message)
{
	++ErrorCount;
	Add({ESeverity::Error, std::move(Place), std::string(Field), std::move(Message)});
}

void FDiagnostics::Warning(FSourcePlace Place, std::string_view Field, std::string Message)
{
	Add({ESeverity::Warning, std::move(Place), std::string(Field), std::move(Message)});
}

void FDiagnostics::Add(FDiagnostic&& Diagnostic)
{
	if (All.size() < MaxKept)
	{
		All.push_back(std::move(Diagnostic));
	}
	else
	{
		++DroppedCount;
	}
}

std::string FDiagnostics::ToString() const
{
	std::string Text;
	for (const FDiagnostic& Diagnostic : All)
	{
		Text += Diagnostic.ToString() + "\n";
	}
	if (DroppedCount > 0)
	{
		Text += "and " + std::to_string(DroppedCount) + " more\n";
	}
	return Text;
}

void FDiagnostics::WriteToLog() const
{
	for (const FDiagnostic& Diagnostic : All)
	{
		const bool bError = Diagnostic.Severity == ESeverity::Error;
		Log(bError ? ELogLevel::Error : ELogLevel::Warning, "Data",
		    PlaceToString(Diagnostic.Place) + WithField(Diagnostic));
	}
	if (DroppedCount > 0)
	{
		Log(ELogLevel::Warning, "Data", "and " + std::to_string(DroppedCount) + " more");
	}
}

std::string_view NearestName(std::string_view Wanted, const std::vector<std::string_view>& Candidates)
{
	constexpr size_t LongestName = 128; // nobody mistypes more than that, and the distance takes quadratic time
	std::string_view Nearest;
	size_t Smallest = LongestName;
	for (const std::string_view Candidate : Candidates)
	{
		const size_t Longer = std::max(Wanted.size(), Candidate.size());
		if (Longer > LongestName)
		{
			continue;
		}
		const size_t Distance = EditDistance(Wanted, Candidate);
		if (Distance * 3 <= Longer && Distance < Smallest)
		{
			Smallest = Distance;
			Nearest = Candidate;
		}
	}
	return Nearest;
}
} // namespace Flockwork
