#include "Mutations.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

namespace Flockwork
{
int32_t GetMutationCount()
{
	constexpr int32_t Quick = 60;
	const char* const Wanted = std::getenv("FLOCKWORK_IMPORT_MUTATIONS");
	return Wanted ? std::max(1, std::atoi(Wanted)) : Quick;
}

std::string Mutate(std::string Bytes, std::mt19937& Random)
{
	static const std::vector<std::string> Numbers{
	    "-1", "0", "4294967295", "2147483648", "1e400", "nan", "-0", "99999999999999999999", "\"", "", "}", "*"};
	const size_t Changes = 1 + Random() % 4;
	for (size_t Change = 0; Change < Changes && Bytes.size() > 8; ++Change)
	{
		const size_t At = Random() % Bytes.size();
		const size_t Size = std::min(Bytes.size() - At, size_t(1 + Random() % 16));
		const uint32_t Kind = uint32_t(Random() % 5);
		const size_t Digit = Bytes.find_first_of("0123456789", At);
		if (Kind == 0)
		{
			Bytes[At] = char(Bytes[At] ^ (1 << (Random() % 8)));
		}
		else if (Kind == 1)
		{
			Bytes.erase(At, Size);
		}
		else if (Kind == 2)
		{
			Bytes.insert(At, Bytes.substr(At, Size));
		}
		else if (Kind == 3)
		{
			Bytes.replace(At, Size, std::string(Size, char(Random() & 255u)));
		}
		else if (Digit != std::string::npos)
		{
			Bytes.replace(Digit, 1, Numbers[Random() % Numbers.size()]);
		}
	}
	return Bytes;
}

std::string MutateLines(const std::string& Text, std::mt19937& Random)
{
	std::vector<std::string> Lines(1);
	for (const char Letter : Text)
	{
		Lines.back() += Letter;
		if (Letter == '\n')
		{
			Lines.emplace_back();
		}
	}
	const size_t Changes = 1 + Random() % 3;
	for (size_t Change = 0; Change < Changes && Lines.size() > 2; ++Change)
	{
		const size_t At = Random() % Lines.size();
		const size_t Other = Random() % Lines.size();
		switch (Random() % 5)
		{
		case 0:
			Lines.erase(Lines.begin() + std::ptrdiff_t(At));
			break;
		case 1:
			Lines.insert(Lines.begin() + std::ptrdiff_t(Other), std::string(Lines[At]));
			break;
		case 2:
			std::swap(Lines[At], Lines[Other]);
			break;
		case 3:
			Lines[At] = Lines[At].substr(0, Random() % (Lines[At].size() + 1)) + "\n";
			break;
		default:
			Lines[At] = Mutate(Lines[At] + "        ", Random);
		}
	}
	std::string Out;
	for (const std::string& Line : Lines)
	{
		Out += Line;
	}
	return Out;
}

namespace
{
void Collect(FDataNode& Node, std::vector<FDataNode*>& Out)
{
	Out.push_back(&Node);
	for (FDataNode& Item : Node.Items)
	{
		Collect(Item, Out);
	}
	for (FDataMember& Member : Node.Members)
	{
		Collect(Member.Value, Out);
	}
}

double PickNumber(std::mt19937& Random)
{
	static const std::vector<double> Numbers{-1.0, 0.0, 1.0, 2.0, 3.0, 5.0, 0.5, -0.0, 5120.0, 5121.0, 5123.0, 5125.0,
	    5126.0, 255.0, 65535.0, 2147483647.0, 2147483648.0, 4294967295.0, 1e15, 1e300, -1e300, 1e-300};
	return Numbers[Random() % Numbers.size()];
}

void MutateNode(FDataNode& Node, const FDataNode& Other, std::mt19937& Random)
{
	const uint32_t Kind = uint32_t(Random() % 6);
	if (Kind == 0 && !Node.Members.empty())
	{
		Node.Members.erase(Node.Members.begin() + std::ptrdiff_t(Random() % Node.Members.size()));
	}
	else if (Kind == 1 && !Node.Items.empty())
	{
		Node.Items.erase(Node.Items.begin() + std::ptrdiff_t(Random() % Node.Items.size()));
	}
	else if (Kind == 2 && !Node.Items.empty())
	{
		Node.Items.push_back(FDataNode(Node.Items[Random() % Node.Items.size()]));
	}
	else if (Kind == 3)
	{
		Node = FDataNode(Other);
	}
	else if (Node.Type == EDataType::Number)
	{
		Node.Number = PickNumber(Random);
	}
	else if (Node.Type == EDataType::String)
	{
		Node.String = Random() % 2 == 0 ? Other.String : Node.String.substr(0, Random() % (Node.String.size() + 1));
	}
}
} // namespace

void MutateJson(FDataNode& Root, std::mt19937& Random)
{
	const size_t Changes = 1 + Random() % 3;
	for (size_t Change = 0; Change < Changes; ++Change)
	{
		std::vector<FDataNode*> Nodes;
		Collect(Root, Nodes);
		FDataNode& Node = *Nodes[Random() % Nodes.size()];
		const FDataNode Other = *Nodes[Random() % Nodes.size()]; // a copy: it may hold Node
		MutateNode(Node, Other, Random);
	}
}

std::string MutateFloats(std::string Bytes, std::mt19937& Random)
{
	static const std::vector<float> Numbers{std::numeric_limits<float>::quiet_NaN(),
	    std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(), 3e38f, -3e38f, 1e-40f, 0.0f,
	    -1.0f, 1e10f};
	const size_t Changes = 1 + Random() % 4;
	for (size_t Change = 0; Change < Changes && Bytes.size() >= sizeof(float); ++Change)
	{
		const size_t At = Random() % (Bytes.size() / sizeof(float)) * sizeof(float);
		const float Number = Numbers[Random() % Numbers.size()];
		std::memcpy(Bytes.data() + At, &Number, sizeof(Number));
	}
	return Bytes;
}
} // namespace Flockwork
