#include "Report.h"

#include "Suites.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <fstream>
#include <thread>

namespace Flockwork
{
namespace
{
constexpr double Notable = 0.05; // changes below 5 % are the machine's own

[[gnu::format(printf, 1, 2)]] std::string Format(const char* Pattern, ...)
{
	char Line[512];
	va_list Arguments;
	va_start(Arguments, Pattern);
	std::vsnprintf(Line, sizeof(Line), Pattern, Arguments);
	va_end(Arguments);
	return Line;
}

std::string FormatOrDash(const char* Pattern, double Value)
{
	return Value < 0.0 ? std::string("-") : Format(Pattern, Value);
}

std::string GetProcessorName()
{
	std::ifstream File("/proc/cpuinfo");
	for (std::string Line; std::getline(File, Line);)
	{
		if (Line.rfind("model name", 0) == 0)
		{
			return Line.substr(Line.find(':') + 2);
		}
	}
	return "unknown";
}

bool HasAvx512()
{
#if defined(__x86_64__)
	return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
	       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#else
	return false;
#endif
}

// ", bytes each 1200 -> 800" where that changed; empty otherwise.
std::string ExplainChange(const FDataNode* Before, double Now, const char* What)
{
	if (!Before || Now < 0.0 || std::abs(Now - Before->Number) <= std::max(0.1, Notable * Before->Number))
	{
		return {};
	}
	return Format(", %s %.1f -> %.1f", What, Before->Number, Now);
}

// "10000" as the tables of the literature have it.
std::string CountName(int32_t Count)
{
	return Count % 1000 == 0 ? Format("%dk", Count / 1000) : Format("%d", Count);
}
} // namespace

const FMeasured* FBenchReport::Find(std::string_view Name, int32_t Count, int32_t Threads) const
{
	for (const FMeasured& Measured : All)
	{
		if (Measured.Name == Name && Measured.Count == Count && Measured.Threads == Threads)
		{
			return &Measured;
		}
	}
	return nullptr;
}

std::vector<FRatio> FBenchReport::MakeRatios() const
{
	std::vector<FRatio> Ratios;
	const auto Add =
	    [&](const std::string& Name, const FMeasured* Upper, const FMeasured* Lower, double Goal, bool bAtLeast)
	{
		if (Upper && Lower && Lower->Milliseconds > 0.0)
		{
			Ratios.push_back({Name, Upper->Milliseconds / Lower->Milliseconds, Goal, bAtLeast});
		}
	};
	for (const int32_t Threads : {1, 2})
	{
		const std::string With = Format(", %d thread%s", Threads, Threads == 1 ? "" : "s");
		for (const int32_t Count : {1000, 10000, 100000})
		{
			const std::string At = " at " + CountName(Count) + With;
			const double Ten = Count == 10000 ? 1.0 : 0.0; // the goals are stated at 10k
			const FMeasured* const Kernel = Find(KernelName, Count, Threads);
			Add("brute force / kernel" + At, Find(BruteForceName, Count, Threads), Kernel, 150.0 * Ten, true);
			Add("plain scalar grid / kernel" + At, Find(ScalarGridName, Count, Threads), Kernel,
			    (HasAvx512() ? 10.0 : 8.0) * Ten, true);
			Add("Bullet stock world / whole step" + At, Find(StockName, Count, 1), Find(StepName, Count, Threads),
			    15.0 * Ten, true);
			// A goal of one thread, whatever the others do: the suite runs on one.
			Add("characters, slerp and matrices / lock step" + At, Find(PlainCharactersName, Count, Threads),
			    Find(CharactersName, Count, Threads), Count == 1000 ? 40.0 : 0.0, true);
			Add("Bullet stock world / physics" + At, Find(StockName, Count, 1), Find(PhysicsName, Count, Threads), 0.0,
			    true);
		}
		Add("kernel 100k / 10k" + With, Find(KernelName, 100000, Threads), Find(KernelName, 10000, Threads), 14.0,
		    false);
		Add("whole step 100k / 10k" + With, Find(StepName, 100000, Threads), Find(StepName, 10000, Threads), 22.0,
		    false);
	}
	for (const int32_t Count : {100, 1000, 5000})
	{
		for (const int32_t Threads : {1, 2})
		{
			Add("Detour's crowd / crowd at " + CountName(Count) +
			        Format(", %d thread%s", Threads, Threads == 1 ? "" : "s"),
			    Find(DetourCrowdName, Count, 1), Find(CrowdName, Count, Threads), 0.0, true);
		}
	}
	const FMeasured* const Characters = Find(CharactersName, 1000, 1);
	if (Characters && Characters->Milliseconds > 0.0)
	{
		Ratios.push_back({"characters a ms in lock step at 1k", 1000.0 / Characters->Milliseconds, 2000.0, true});
	}
	if (const FMeasured* const Start = Find(CharacterStartName, 1000, 1))
	{
		Ratios.push_back({"ms from a baked file to 1k posed characters", Start->Milliseconds, 2000.0, false});
	}
	for (const char* const Name : {KernelName, StepName})
	{
		Add(std::string(Name) + " at 10k, 1 thread / 2 threads", Find(Name, 10000, 1), Find(Name, 10000, 2), 0.0, true);
	}
	return Ratios;
}

// How many people a millisecond of a step has time for.
std::string FBenchReport::WriteAgents() const
{
	std::string Out;
	for (const FMeasured& M : All)
	{
		if ((M.Name == CrowdName || M.Name == DetourCrowdName) && M.Milliseconds > 0.0)
		{
			Out += Format("%-30s %7s %7d %12.0f\n", M.Name.c_str(), CountName(M.Count).c_str(), M.Threads,
			    double(M.Count) / M.Milliseconds);
		}
	}
	return Out.empty() ? Out : "\nAgents a millisecond\n" + Out;
}

std::string FBenchReport::WriteTable() const
{
	std::string Out = Format("%-30s %7s %7s %12s %10s %10s %10s %10s\n", "", "count", "threads", "ms / step",
	    "neighbours", "allocs", "bytes each", "Bullet's");
	for (const FMeasured& M : All)
	{
		Out +=
		    Format("%-30s %7s %7d %12.3f %10s %10s %10s %10s\n", M.Name.c_str(), CountName(M.Count).c_str(), M.Threads,
		        M.Milliseconds, FormatOrDash("%.0f", M.Neighbors).c_str(), FormatOrDash("%.1f", M.Allocations).c_str(),
		        FormatOrDash("%.0f", M.BytesPerBoid).c_str(), FormatOrDash("%.0f", M.BulletBytesPerBoid).c_str());
	}
	Out += "\nPhases of a whole step, ms\n";
	for (const FMeasured& M : All)
	{
		if (!M.Phases.empty())
		{
			Out += Format("%-30s %7s %7d  ", M.Name.c_str(), CountName(M.Count).c_str(), M.Threads);
			for (const auto& [Phase, Milliseconds] : M.Phases)
			{
				Out += Milliseconds >= 0.001 ? Format(" %s %.3f", Phase.c_str(), Milliseconds) : "";
			}
			Out += "\n";
		}
	}
	Out += WriteAgents();
	Out += "\nRatios of this run\n";
	for (const FRatio& Ratio : MakeRatios())
	{
		Out += Format("%-56s %9.1f", Ratio.Name.c_str(), Ratio.Value);
		Out += Ratio.Goal == 0.0 ? "\n"
		                         : Format("   goal: %s %.0f%s\n", Ratio.bAtLeast ? "at least" : "at most", Ratio.Goal,
		                               Ratio.IsReached() ? "" : ", missed");
	}
	return Out;
}

FDataNode FBenchReport::WriteJson() const
{
	FDataNode Root = FDataNode::MakeObject();
	Root.Set("format", FDataNode::MakeString("flockwork-bench"));
	Root.Set("version", FDataNode::MakeNumber(1));
	Root.Set("processor", FDataNode::MakeString(GetProcessorName()));
	Root.Set("processors", FDataNode::MakeNumber(double(std::thread::hardware_concurrency())));
	FDataNode Cases = FDataNode::MakeArray();
	for (const FMeasured& M : All)
	{
		FDataNode Case = FDataNode::MakeObject();
		Case.Set("name", FDataNode::MakeString(M.Name));
		Case.Set("count", FDataNode::MakeNumber(double(M.Count)));
		Case.Set("threads", FDataNode::MakeNumber(double(M.Threads)));
		Case.Set("milliseconds", FDataNode::MakeNumber(M.Milliseconds));
		FDataNode Medians = FDataNode::MakeArray();
		for (const double Median : M.Medians)
		{
			Medians.Items.push_back(FDataNode::MakeNumber(Median));
		}
		Case.Set("medians", std::move(Medians));
		const std::pair<const char*, double> Counted[] = {{"neighbors", M.Neighbors},
		    {"allocationsPerStep", M.Allocations}, {"bytesPerBoid", M.BytesPerBoid},
		    {"bulletBytesPerBoid", M.BulletBytesPerBoid}};
		for (const auto& [Name, Value] : Counted)
		{
			if (Value >= 0.0)
			{
				Case.Set(Name, FDataNode::MakeNumber(Value));
			}
		}
		FDataNode Phases = FDataNode::MakeObject();
		for (const auto& [Phase, Milliseconds] : M.Phases)
		{
			Phases.Set(Phase, FDataNode::MakeNumber(Milliseconds));
		}
		if (!M.Phases.empty())
		{
			Case.Set("phases", std::move(Phases));
		}
		Cases.Items.push_back(std::move(Case));
	}
	Root.Set("cases", std::move(Cases));
	FDataNode Ratios = FDataNode::MakeArray();
	for (const FRatio& Ratio : MakeRatios())
	{
		FDataNode Node = FDataNode::MakeObject();
		Node.Set("name", FDataNode::MakeString(Ratio.Name));
		Node.Set("value", FDataNode::MakeNumber(Ratio.Value));
		if (Ratio.Goal != 0.0)
		{
			Node.Set(Ratio.bAtLeast ? "atLeast" : "atMost", FDataNode::MakeNumber(Ratio.Goal));
		}
		Ratios.Items.push_back(std::move(Node));
	}
	Root.Set("ratios", std::move(Ratios));
	return Root;
}

bool FBenchReport::IsReport(const FDataNode& Older, std::string_view File, FDiagnostics& Diagnostics)
{
	const FDataNode* const Kind = Older.Find("format");
	const FDataNode* const Cases = Older.Find("cases");
	if (!Kind || Kind->String != "flockwork-bench" || !Cases || Cases->Type != EDataType::Array)
	{
		Diagnostics.Error({std::string(File)}, "", "this is no report of ./Tests/run --bench");
		return false;
	}
	for (const FDataNode& Case : Cases->Items)
	{
		const FDataNode* const Milliseconds = Case.Find("milliseconds");
		if (!Case.Find("name") || !Case.Find("count") || !Case.Find("threads") || !Milliseconds ||
		    !(Milliseconds->Number > 0.0))
		{
			Diagnostics.Error({std::string(File), Case.Line, Case.Column}, "cases",
			    "a case wants name, count, threads and milliseconds above 0");
			return false;
		}
	}
	return true;
}

std::string FBenchReport::WriteComparison(const FDataNode& Older, std::string_view File) const
{
	std::string Out = "\nAgainst " + std::string(File) + "\n";
	const FDataNode* const Processor = Older.Find("processor");
	if (!Processor || Processor->String != GetProcessorName())
	{
		Out += "  (measured on another processor: only the ratios compare)\n";
	}
	for (const FDataNode& Case : Older.Find("cases")->Items)
	{
		const FMeasured* const Now =
		    Find(Case.Find("name")->String, int32_t(Case.Find("count")->Number), int32_t(Case.Find("threads")->Number));
		if (!Now)
		{
			continue;
		}
		const double Before = Case.Find("milliseconds")->Number;
		const double Change = Now->Milliseconds / Before - 1.0;
		Out += Format("%-30s %7s %7d %12.3f -> %9.3f ms %+7.1f %%%s%s%s\n", Now->Name.c_str(),
		    CountName(Now->Count).c_str(), Now->Threads, Before, Now->Milliseconds, Change * 100.0,
		    Change > Notable    ? "  slower"
		    : Change < -Notable ? "  faster"
		                        : "",
		    ExplainChange(Case.Find("allocationsPerStep"), Now->Allocations, "allocations").c_str(),
		    ExplainChange(Case.Find("bytesPerBoid"), Now->BytesPerBoid, "bytes each").c_str());
	}
	const FDataNode* const RatiosNode = Older.Find("ratios");
	const std::vector<FDataNode> OlderRatios = RatiosNode ? RatiosNode->Items : std::vector<FDataNode>();
	for (const FRatio& Ratio : MakeRatios())
	{
		const auto IsSame = [&](const FDataNode& Node)
		{
			const FDataNode* const Name = Node.Find("name");
			const FDataNode* const Value = Node.Find("value");
			return Name && Value && Name->String == Ratio.Name && Value->Number > 0.0;
		};
		const auto Found = std::find_if(OlderRatios.begin(), OlderRatios.end(), IsSame);
		if (Found != OlderRatios.end())
		{
			const double Before = Found->Find("value")->Number;
			Out += Format("%-56s %9.1f -> %9.1f %+7.1f %%\n", Ratio.Name.c_str(), Before, Ratio.Value,
			    (Ratio.Value / Before - 1.0) * 100.0);
		}
	}
	return Out;
}
} // namespace Flockwork
