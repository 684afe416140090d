#include "ScriptString.h"

#include "AngelScriptTypes.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace Flockwork
{
FScriptString::FShared* FScriptString::Make(size_t Capacity)
{
	auto* const Shared = new (asAllocMem(sizeof(FShared) + Capacity)) FShared();
	Shared->Capacity = uint32_t(Capacity);
	return Shared;
}

FScriptString::FShared* FScriptString::Get() const
{
	FShared* Shared = nullptr;
	std::memcpy(&Shared, Address.data(), sizeof(Shared));
	return Shared;
}

void FScriptString::Set(FShared* Shared)
{
	std::memcpy(Address.data(), &Shared, sizeof(Shared));
}

void FScriptString::Drop()
{
	FShared* const Shared = Get();
	if (Shared && --Shared->Users == 0)
	{
		asFreeMem(Shared);
	}
	Set(nullptr);
}

FScriptString::FScriptString(const FScriptString& Other) : Address(Other.Address)
{
	if (FShared* const Shared = Get())
	{
		++Shared->Users;
	}
}

FScriptString& FScriptString::operator=(const FScriptString& Other)
{
	if (FShared* const Shared = Other.Get())
	{
		++Shared->Users; // before Drop: the two may share
	}
	Drop();
	Address = Other.Address;
	return *this;
}

std::string_view FScriptString::GetView() const
{
	FShared* const Shared = Get();
	return Shared ? std::string_view(Shared->GetText(), Shared->Length) : std::string_view();
}

FScriptString FScriptString::Join(std::string_view A, std::string_view B)
{
	FScriptString Result;
	if (!A.empty() || !B.empty())
	{
		Result.Set(Make(A.size() + B.size()));
		Result.Append(A);
		Result.Append(B);
	}
	return Result;
}

void FScriptString::Append(std::string_view Text)
{
	if (Text.empty())
	{
		return;
	}
	FShared* const Old = Get();
	const size_t OldLength = Old ? Old->Length : 0;
	const size_t Length = OldLength + Text.size();
	if (Old && Old->Users == 1 && Length <= Old->Capacity)
	{
		std::memmove(Old->GetText() + OldLength, Text.data(), Text.size());
		Old->Length = uint32_t(Length);
		return;
	}
	// Room to grow only for text that has grown before.
	FShared* const New = Make(OldLength > 0 ? std::max(Length, OldLength * 2) : Length);
	if (Old)
	{
		std::memcpy(New->GetText(), Old->GetText(), OldLength);
	}
	std::memcpy(New->GetText() + OldLength, Text.data(), Text.size());
	New->Length = uint32_t(Length);
	Drop();
	Set(New);
}
} // namespace Flockwork
