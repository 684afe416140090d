#include "FlockworkCore/Ids.h"

#include "CoreTestSupport.h"

#include <catch2/catch.hpp>
#include <map>

namespace Flockwork
{
namespace
{
using FMap = TSlotMap<int32_t, struct FTestTag>;
using FTestId = FMap::FId;
} // namespace

TEST_CASE("TId: a default-made id names nothing, bits go round")
{
	CHECK_FALSE(FTestId().IsValid());
	const FTestId Id{7, 3};
	CHECK(Id.IsValid());
	CHECK(FTestId::FromBits(Id.ToBits()) == Id);
	CHECK(FTestId::FromBits(FTestId().ToBits()) == FTestId());
	CHECK(FTestId{1, 9} < FTestId{2, 1});
	CHECK(FTestId{1, 1} < FTestId{1, 2});
}

TEST_CASE("TSlotMap: a removed value's id is stale, also after its slot is used again")
{
	FMap Map;
	const FTestId First = Map.Add(1);
	CHECK(*Map.Find(First) == 1);
	CHECK(Map.Remove(First));
	CHECK(Map.Find(First) == nullptr);
	CHECK_FALSE(Map.Remove(First));
	const FTestId Second = Map.Add(2);
	CHECK(Second.Index == First.Index);
	CHECK(Map.Find(First) == nullptr);
	CHECK(*Map.Find(Second) == 2);
	CHECK(Map.Find(FTestId()) == nullptr);
	CHECK(Map.Find(FTestId{1000, 1}) == nullptr);
}

TEST_CASE("TSlotMap: behaves as a map under any operations")
{
	CHECK(rc::check("random adds and removes",
	    [](const std::vector<int32_t>& Operations)
	    {
		    FMap Map;
		    std::map<uint64_t, int32_t> Model;
		    std::vector<FTestId> Ids;
		    for (const int32_t Operation : Operations)
		    {
			    if (Operation >= 0 || Ids.empty())
			    {
				    Ids.push_back(Map.Add(int32_t(Operation)));
				    Model[Ids.back().ToBits()] = Operation;
			    }
			    else
			    {
				    const FTestId Id = Ids[size_t(-(Operation + 1)) % Ids.size()];
				    RC_ASSERT(Map.Remove(Id) == (Model.erase(Id.ToBits()) == 1));
			    }
		    }
		    RC_ASSERT(Map.Num() == Model.size());
		    uint32_t LastIndex = 0;
		    size_t Visited = 0;
		    Map.ForEach(
		        [&](FTestId Id, int32_t Value)
		        {
			        RC_ASSERT(Visited == 0 || Id.Index > LastIndex);
			        RC_ASSERT(Model.at(Id.ToBits()) == Value);
			        LastIndex = Id.Index;
			        ++Visited;
		        });
		    RC_ASSERT(Visited == Model.size());
	    }));
}
} // namespace Flockwork
