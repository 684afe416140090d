// Runs a fuzzer without libFuzzer: its seeds, and mutations of them that are the same in every run.
// usage: <fuzzer> <seed folder> <mutations>
#include "FlockworkCore/Random.h"
#include "Fuzz.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

using namespace Flockwork;

namespace
{
using FBytes = std::vector<uint8_t>;

std::vector<FBytes> LoadSeeds(const char* Folder)
{
	std::vector<std::filesystem::path> Paths;
	for (const std::filesystem::directory_entry& Entry : std::filesystem::directory_iterator(Folder))
	{
		Paths.push_back(Entry.path());
	}
	std::sort(Paths.begin(), Paths.end());
	std::vector<FBytes> Seeds = {{}};
	for (const std::filesystem::path& Path : Paths)
	{
		std::ifstream File(Path, std::ios::binary);
		Seeds.emplace_back(std::istreambuf_iterator<char>(File), std::istreambuf_iterator<char>());
	}
	return Seeds;
}

FBytes Mutate(FBytes Bytes, const std::vector<FBytes>& Seeds, FRandomStream& Random)
{
	const int32_t Changes = Random.RangeInt(1, 4);
	for (int32_t Change = 0; Change < Changes; ++Change)
	{
		const size_t Place = size_t(Random.RangeInt(0, int32_t(Bytes.size())));
		const size_t Length = std::min(Bytes.size() - Place, size_t(Random.RangeInt(1, 24)));
		switch (Random.RangeInt(0, 4))
		{
		case 0: // another byte
			if (Place < Bytes.size())
			{
				Bytes[Place] = uint8_t(Random.Next());
			}
			break;
		case 1: // a piece less
			Bytes.erase(Bytes.begin() + ptrdiff_t(Place), Bytes.begin() + ptrdiff_t(Place + Length));
			break;
		case 2: // a piece twice
		{
			const FBytes Piece(Bytes.begin() + ptrdiff_t(Place), Bytes.begin() + ptrdiff_t(Place + Length));
			Bytes.insert(Bytes.begin() + ptrdiff_t(Place), Piece.begin(), Piece.end());
			break;
		}
		case 3: // cut short
			Bytes.resize(Place);
			break;
		default: // a piece of another seed
		{
			const FBytes& Other = Seeds[size_t(Random.RangeInt(0, int32_t(Seeds.size()) - 1))];
			const size_t From = size_t(Random.RangeInt(0, int32_t(Other.size())));
			const size_t Count = std::min(Other.size() - From, size_t(Random.RangeInt(0, 64)));
			Bytes.insert(Bytes.begin() + ptrdiff_t(Place), Other.begin() + ptrdiff_t(From),
			    Other.begin() + ptrdiff_t(From + Count));
			break;
		}
		}
	}
	return Bytes;
}
} // namespace

int main(int ArgumentCount, char** Arguments)
{
	if (ArgumentCount != 3)
	{
		std::fprintf(stderr, "usage: %s <seed folder> <mutations>\n", Arguments[0]);
		return 2;
	}
	const std::vector<FBytes> Seeds = LoadSeeds(Arguments[1]);
	for (const FBytes& Seed : Seeds)
	{
		LLVMFuzzerTestOneInput(Seed.data(), Seed.size());
	}
	FRandomStream Random(20261130);
	const long Mutations = std::strtol(Arguments[2], nullptr, 10);
	for (long Index = 0; Index < Mutations; ++Index)
	{
		const FBytes& Seed = Seeds[size_t(Random.RangeInt(0, int32_t(Seeds.size()) - 1))];
		const FBytes Bytes = Mutate(Seed, Seeds, Random);
		std::ofstream("last_input.bin", std::ios::binary) // what to look at when it crashes
		    .write(reinterpret_cast<const char*>(Bytes.data()), std::streamsize(Bytes.size()));
		LLVMFuzzerTestOneInput(Bytes.data(), Bytes.size());
	}
	std::printf("%zu seeds and %ld mutations\n", Seeds.size(), Mutations);
	return 0;
}
