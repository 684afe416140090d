// Any sequence of calls through the C interface, with numbers from the input: results, never crashes.
#include "Fuzz.h"
#include "flockwork.h"

#include <cstring>
#include <vector>

namespace
{
class FInput
{
public:
	FInput(const uint8_t* InData, size_t InSize) : Data(InData), Size(InSize) {}
	bool IsEmpty() const { return Size == 0; }
	template <typename Value>
	Value Take()
	{
		Value Out{};
		const size_t Count = Size < sizeof(Value) ? Size : sizeof(Value);
		if (Count > 0) // nothing may be copied from null, not even nothing
		{
			std::memcpy(&Out, Data, Count);
			Data += Count;
			Size -= Count;
		}
		return Out;
	}

private:
	const uint8_t* Data;
	size_t Size;
};

struct FCalls
{
	FwWorld* World = nullptr;
	std::vector<FwActorId> Actors = {0};
	std::vector<uint8_t> Snapshot;

	FwActorId Pick(FInput& Input) const
	{
		const uint8_t Choice = Input.Take<uint8_t>();
		return Choice < 200 ? Actors[Choice % Actors.size()] : Input.Take<FwActorId>();
	}
	const char* PickName(FInput& Input) const
	{
		static const char* const Names[] = {"Boid", "Stone", "", nullptr, "Nobody", "flock.separation.weight",
		    "flock.model", "world.fixedStep", "physics.gravity", "body.friction", "1.5", "-1e30", "[0, 1, 2]",
		    "\xff\xfe", FLOCKWORK_FUZZ_CONTENT "/Scene.as"};
		return Names[Input.Take<uint8_t>() % (sizeof(Names) / sizeof(Names[0]))];
	}

	void MoveOne(FInput& Input)
	{
		const auto Vector = Input.Take<FwVector>();
		FwTransform Transform = Input.Take<FwTransform>();
		switch (Input.Take<uint8_t>() % 5)
		{
		case 0:
			Transform.Scale = 1.0f;
			fwWorld_Teleport(World, Pick(Input), &Transform);
			break;
		case 1:
			fwWorld_SetVelocity(World, Pick(Input), Vector);
			break;
		case 2:
			fwWorld_ApplyImpulse(World, Pick(Input), Vector);
			break;
		case 3:
			fwWorld_SetInput(World, Pick(Input), Vector.X, Vector.Y, Vector);
			break;
		default:
			fwWorld_SetTargetPoint(World, PickName(Input), Vector);
			break;
		}
	}

	void ChangeActors(FInput& Input)
	{
		const auto Vector = Input.Take<FwVector>();
		FwActorId Actor = 0;
		switch (Input.Take<uint8_t>() % 5)
		{
		case 0:
		{
			const FwTransform Place = {Vector, 1.0f, {0, 0, 0, 1}};
			fwWorld_Spawn(World, PickName(Input), PickName(Input), &Place, &Actor);
			break;
		}
		case 1:
			fwWorld_SpawnMany(World, PickName(Input), Vector, Input.Take<float>(), Input.Take<uint8_t>() % 20);
			break;
		case 2:
			fwWorld_DestroyActor(World, Pick(Input));
			break;
		case 3:
			fwWorld_DropThreat(World, Vector, Input.Take<float>(), Input.Take<float>(), &Actor);
			break;
		default:
			fwWorld_DropAttractor(World, Vector, Input.Take<float>(), Input.Take<float>(), &Actor);
			break;
		}
		Actors.push_back(Actor);
	}

	void ReadOrSet(FInput& Input)
	{
		char Text[64];
		size_t Needed = 0;
		double Number = 0.0;
		switch (Input.Take<uint8_t>() % 6)
		{
		case 0:
			fwWorld_SetSetting(World, PickName(Input), PickName(Input), PickName(Input));
			break;
		case 1:
			fwWorld_SetSettingNumber(World, PickName(Input), PickName(Input), Input.Take<double>());
			break;
		case 2:
			fwWorld_GetSetting(World, PickName(Input), PickName(Input), Text, Input.Take<uint8_t>() % 65, &Needed);
			break;
		case 3:
			fwWorld_GetSettingNumber(World, PickName(Input), PickName(Input), &Number);
			break;
		case 4:
			fwWorld_GetEventName(World, Input.Take<uint32_t>(), Text, sizeof(Text), &Needed);
			break;
		default:
			fwWorld_GetDiagnostics(World, Text, sizeof(Text), &Needed);
			break;
		}
	}

	// Every answer must fit into what the caller said it has; the address sanitizer watches the ends of these arrays.
	void ReadWorld(FInput& Input)
	{
		const uint32_t Capacity = Input.Take<uint8_t>() % 9;
		std::vector<FwTransform> Transforms(Capacity);
		std::vector<FwActorId> Ids(Capacity);
		std::vector<FwEvent> Events(Capacity);
		uint32_t Count = 0;
		switch (Input.Take<uint8_t>() % 5)
		{
		case 0:
			fwWorld_GetTransforms(World, Transforms.data(), Ids.data(), Capacity, &Count);
			break;
		case 1:
			fwWorld_GetEvents(World, Events.data(), Capacity, &Count);
			break;
		case 2:
		{
			FwFlockMetrics Metrics;
			Metrics.Size = Input.Take<uint8_t>() < 200 ? uint32_t(sizeof(Metrics)) : Input.Take<uint32_t>();
			fwWorld_GetFlockMetrics(World, PickName(Input), &Metrics);
			break;
		}
		case 3:
			fwWorld_GetActor(World, Pick(Input), Transforms.data(), nullptr);
			break;
		default:
			ReadNumbers(Input);
			break;
		}
	}

	void ReadNumbers(FInput& Input)
	{
		char Text[8];
		size_t Needed = 0;
		uint32_t Count = 0;
		int64_t Steps = 0;
		uint64_t Hash = 0;
		float Alpha = 0.0f;
		FwActorId Actor = 0;
		fwWorld_GetActorCount(World, &Count);
		fwWorld_GetStepCount(World, &Steps);
		fwWorld_GetAlpha(World, &Alpha);
		fwWorld_GetStateHash(World, &Hash);
		fwWorld_FindActor(World, PickName(Input), &Actor);
		fwWorld_GetActorName(World, Pick(Input), Text, Input.Take<uint8_t>() % (sizeof(Text) + 1), &Needed);
	}

	void Direct(FInput& Input)
	{
		switch (Input.Take<uint8_t>() % 3)
		{
		case 0:
			fwWorld_SetTarget(World, PickName(Input), Pick(Input));
			break;
		case 1:
			fwWorld_ClearTarget(World, PickName(Input));
			break;
		default:
			fwWorld_LoadScene(World, PickName(Input));
			break;
		}
	}

	void Advance(FInput& Input)
	{
		size_t Needed = 0;
		switch (Input.Take<uint8_t>() % 6)
		{
		case 0:
			fwWorld_Tick(World, Input.Take<float>(), nullptr);
			break;
		case 1:
			fwWorld_BeginStep(World);
			break;
		case 2:
			fwWorld_RunPhase(World, Input.Take<uint8_t>() % 12);
			break;
		case 3:
			fwWorld_EndStep(World);
			break;
		case 4:
			if (fwWorld_Save(World, nullptr, 0, &Needed) == FW_OK)
			{
				Snapshot.resize(Needed);
				fwWorld_Save(World, Snapshot.data(), Snapshot.size(), &Needed);
			}
			break;
		default:
			fwWorld_Restore(World, Snapshot.data(), Snapshot.size());
			break;
		}
	}
};
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	FInput Input(Data, Size);
	FwWorldDef Def;
	fwWorldDef_Init(&Def, sizeof(Def));
	Def.Threads = 1;
	Def.Host = FwHost(Input.Take<uint8_t>() % 4);
	Def.ContentRoot = FLOCKWORK_FUZZ_CONTENT;
	FCalls Calls;
	Flockwork::Expect(fwWorld_Create(&Def, &Calls.World) == FW_OK, "the world can be made");
	for (int32_t Count = 0; Count < 64 && !Input.IsEmpty(); ++Count)
	{
		switch (Input.Take<uint8_t>() % 7)
		{
		case 0:
			Calls.MoveOne(Input);
			break;
		case 1:
			Calls.ChangeActors(Input);
			break;
		case 2:
			Calls.ReadOrSet(Input);
			break;
		case 3:
			Calls.Advance(Input);
			break;
		case 4:
			Calls.ReadWorld(Input);
			break;
		case 5:
			Calls.Direct(Input);
			break;
		default:
			fwWorld_Step(Calls.World);
			break;
		}
	}
	Flockwork::Expect(fwWorld_Destroy(Calls.World) == FW_OK, "the world can be ended");
	return 0;
}
