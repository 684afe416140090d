// Finding and sorting: numbers and enums by value, strings by their bytes, objects by identity.
#include "ScriptArray.h"
#include "ScriptGuard.h"
#include "ScriptString.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace Flockwork
{
namespace
{
template <typename Number>
int CompareAs(const std::byte* A, const std::byte* B)
{
	Number First{};
	Number Second{};
	std::memcpy(&First, A, sizeof(Number));
	std::memcpy(&Second, B, sizeof(Number));
	return First < Second ? -1 : (Second < First ? 1 : 0);
}

int ComparePlain(int TypeId, const std::byte* A, const std::byte* B)
{
	switch (TypeId)
	{
	case asTYPEID_BOOL:
	case asTYPEID_UINT8:
		return CompareAs<uint8_t>(A, B);
	case asTYPEID_INT8:
		return CompareAs<int8_t>(A, B);
	case asTYPEID_INT16:
		return CompareAs<int16_t>(A, B);
	case asTYPEID_UINT16:
		return CompareAs<uint16_t>(A, B);
	case asTYPEID_UINT32:
		return CompareAs<uint32_t>(A, B);
	case asTYPEID_INT64:
		return CompareAs<int64_t>(A, B);
	case asTYPEID_UINT64:
		return CompareAs<uint64_t>(A, B);
	case asTYPEID_FLOAT:
		return CompareAs<float>(A, B);
	case asTYPEID_DOUBLE:
		return CompareAs<double>(A, B);
	default:
		return CompareAs<int32_t>(A, B); // int and enums
	}
}
} // namespace

bool FScriptArray::IsLess(const std::byte* A, const std::byte* B) const
{
	if (Kind == EKind::Value)
	{
		const auto* const First = static_cast<const FScriptString*>(Get(const_cast<std::byte*>(A)));
		const auto* const Second = static_cast<const FScriptString*>(Get(const_cast<std::byte*>(B)));
		return ToView(*First) < ToView(*Second);
	}
	return ComparePlain(SubTypeId, A, B) < 0;
}

bool FScriptArray::IsEqual(const std::byte* A, const std::byte* B) const
{
	if (Kind == EKind::Plain)
	{
		return (SubTypeId & asTYPEID_MASK_OBJECT) == 0 ? ComparePlain(SubTypeId, A, B) == 0
		                                               : std::memcmp(A, B, ElementSize) == 0;
	}
	if (Kind == EKind::Value)
	{
		return !IsLess(A, B) && !IsLess(B, A);
	}
	return std::memcmp(A, B, sizeof(void*)) == 0; // the same object
}

void FScriptArray::Sort(bool bAscending)
{
	if ((SubTypeId & asTYPEID_MASK_OBJECT) != 0 && Kind != EKind::Value)
	{
		RaiseScriptException("only arrays of numbers, enums and strings can be sorted");
		return;
	}
	const size_t Count = GetLength();
	Charge(Count * 16);
	std::vector<uint32_t> Order(Count);
	std::iota(Order.begin(), Order.end(), 0u);
	// The comparison is a pure function of two elements, so that no order (NaN has none) leads out of the array.
	std::stable_sort(Order.begin(), Order.end(),
	    [&](uint32_t A, uint32_t B)
	    {
		    const std::byte* const First = &Buffer[(bAscending ? A : B) * ElementSize];
		    const std::byte* const Second = &Buffer[(bAscending ? B : A) * ElementSize];
		    return IsLess(First, Second);
	    });
	TScriptVector<std::byte> Sorted(Buffer.size());
	for (size_t Index = 0; Index < Count; ++Index)
	{
		std::memcpy(&Sorted[Index * ElementSize], &Buffer[Order[Index] * ElementSize], ElementSize);
	}
	Buffer.swap(Sorted);
}

int FScriptArray::Find(const void* Value) const
{
	// Values and objects come as themselves, elements are pointers to them.
	const void* const* const Pointer = &Value;
	const bool bByPointer = Kind == EKind::Value || Kind == EKind::Object;
	const auto* const Wanted = static_cast<const std::byte*>(bByPointer ? static_cast<const void*>(Pointer) : Value);
	const asUINT Length = GetLength();
	Charge(Length);
	for (asUINT Index = 0; Index < Length; ++Index)
	{
		if (IsEqual(&Buffer[Index * ElementSize], Wanted))
		{
			return int(Index);
		}
	}
	return -1;
}

} // namespace Flockwork
