#include "ScriptArray.h"

#include "ScriptGuard.h"
#include "ScriptString.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace Flockwork
{
void FScriptArray::Charge(size_t Elements)
{
	constexpr size_t ElementsPerLine = 64;
	if (FScriptGuard* const Guard = FScriptGuard::Current())
	{
		Guard->Charge(int64_t(Elements / ElementsPerLine));
	}
}

namespace
{
void RaiseOutOfBounds(asUINT Index, asUINT Length)
{
	RaiseScriptException("index " + std::to_string(Index) + " of an array of " + std::to_string(Length));
}
} // namespace

FScriptArray::FScriptArray(asITypeInfo* InType)
    : Type(InType), SubType(InType->GetSubType()), SubTypeId(InType->GetSubTypeId()), ElementSize(sizeof(void*))
{
	Type->AddRef();
	const asQWORD Flags = SubType ? SubType->GetFlags() : 0;
	if ((SubTypeId & asTYPEID_MASK_OBJECT) == 0)
	{
		ElementSize = size_t(Type->GetEngine()->GetSizeOfPrimitiveType(SubTypeId));
	}
	else if ((SubTypeId & asTYPEID_OBJHANDLE) != 0)
	{
		Kind = EKind::Handle;
	}
	else if ((Flags & asOBJ_REF) != 0)
	{
		Kind = EKind::Object;
	}
	else if ((Flags & asOBJ_POD) != 0)
	{
		ElementSize = SubType->GetSize();
	}
	else
	{
		Kind = EKind::Value;
	}
	if ((Type->GetFlags() & asOBJ_GC) != 0)
	{
		Type->GetEngine()->NotifyGarbageCollectorOfNewObject(this, Type);
	}
}

FScriptArray::~FScriptArray()
{
	DestroyAll(Buffer);
	Type->Release();
}

FScriptArray* FScriptArray::Create(asITypeInfo* Type)
{
	return new (asAllocMem(sizeof(FScriptArray))) FScriptArray(Type);
}

FScriptArray* FScriptArray::CreateSized(asITypeInfo* Type, asUINT Length)
{
	FScriptArray* const Array = Create(Type);
	if (!Array->Resize(Length))
	{
		Array->Release();
		return nullptr;
	}
	return Array;
}

FScriptArray* FScriptArray::CreateFilled(asITypeInfo* Type, asUINT Length, const void* Value)
{
	FScriptArray* const Array = Create(Type);
	if (!Array->MayGrowTo(Length))
	{
		Array->Release();
		return nullptr;
	}
	Array->Buffer.reserve(Length * Array->ElementSize);
	for (asUINT Index = 0; Index < Length && Array->GetLength() == Index; ++Index)
	{
		Array->InsertAt(Index, Value);
	}
	return Array;
}

FScriptArray* FScriptArray::CreateFromList(asITypeInfo* Type, void* List)
{
	FScriptArray* const Array = Create(Type);
	// The engine lays out the count, then the elements: reference types as handles, the others in full.
	asUINT Length = 0;
	std::memcpy(&Length, List, sizeof(Length));
	auto* Source = static_cast<std::byte*>(List) + sizeof(asUINT);
	if (!Array->MayGrowTo(Length))
	{
		Array->Release();
		return nullptr;
	}
	if (Array->Kind == EKind::Value)
	{
		for (asUINT Index = 0; Index < Length; ++Index)
		{
			Array->InsertLast(Source);
			Source += Array->SubType->GetSize();
		}
		return Array;
	}
	Array->Buffer.assign(Source, Source + Length * Array->ElementSize);
	if (Array->Kind != EKind::Plain)
	{
		std::memset(Source, 0, Length * Array->ElementSize); // the references are the array's now
	}
	return Array;
}

bool FScriptArray::MayGrowTo(size_t Length) const
{
	FScriptGuard* const Guard = FScriptGuard::Current();
	if (!Guard || Length <= GetLength())
	{
		return true;
	}
	// A vector that grows is in memory twice for a moment; objects come on top of their pointers.
	size_t PerElement = ElementSize;
	if ((Kind == EKind::Value || Kind == EKind::Object) && SubType)
	{
		PerElement += std::max<size_t>(SubType->GetSize(), sizeof(FScriptString));
	}
	const size_t Added = (Length - GetLength()) * PerElement;
	return Guard->MayHaveArray(Length) &&
	       Guard->MayAllocate(Length * ElementSize > Buffer.capacity() ? Added + Buffer.size() : Added);
}

bool FScriptArray::Make(std::byte* Out) const
{
	asIScriptEngine* const Engine = Type->GetEngine();
	if (Kind == EKind::Handle || (SubTypeId & asTYPEID_MASK_OBJECT) == 0)
	{
		std::memset(Out, 0, ElementSize);
		return true;
	}
	void* const Object = Engine->CreateScriptObject(SubType);
	if (!Object)
	{
		return false; // the engine has raised the exception
	}
	if (Kind == EKind::Plain)
	{
		std::memcpy(Out, Object, ElementSize);
		Engine->ReleaseScriptObject(Object, SubType);
	}
	else
	{
		std::memcpy(Out, &Object, sizeof(Object));
	}
	return true;
}

bool FScriptArray::MakeCopy(std::byte* Out, const void* Value) const
{
	asIScriptEngine* const Engine = Type->GetEngine();
	if (Kind == EKind::Plain || Kind == EKind::Handle)
	{
		std::memcpy(Out, Value, ElementSize);
		if (void* Object = nullptr; Kind == EKind::Handle)
		{
			std::memcpy(&Object, Value, sizeof(Object));
			if (Object)
			{
				Engine->AddRefScriptObject(Object, SubType);
			}
		}
		return true;
	}
	if (!Make(Out))
	{
		return false;
	}
	if (Engine->AssignScriptObject(Get(Out), const_cast<void*>(Value), SubType) < 0)
	{
		Destroy(Out);
		RaiseScriptException("an element of this type cannot be copied");
		return false;
	}
	return true;
}

void* FScriptArray::Get(std::byte* Element) const
{
	if (Kind == EKind::Value || Kind == EKind::Object)
	{
		void* Object = nullptr;
		std::memcpy(&Object, Element, sizeof(Object));
		return Object;
	}
	return Element;
}

void FScriptArray::Destroy(std::byte* Element) const
{
	if (Kind == EKind::Plain)
	{
		return;
	}
	void* Object = nullptr;
	std::memcpy(&Object, Element, sizeof(Object));
	if (Object)
	{
		Type->GetEngine()->ReleaseScriptObject(Object, SubType);
	}
}

void FScriptArray::DestroyAll(TScriptVector<std::byte>& Elements) const
{
	// Destructors are script code and may look at this array: it has let go of the elements before the first one runs.
	TScriptVector<std::byte> Doomed;
	Doomed.swap(Elements);
	for (size_t Offset = 0; Offset < Doomed.size() && Kind != EKind::Plain; Offset += ElementSize)
	{
		Destroy(&Doomed[Offset]);
	}
}

void* FScriptArray::At(asUINT Index)
{
	if (Index >= GetLength())
	{
		RaiseOutOfBounds(Index, GetLength());
		return nullptr;
	}
	return Get(&Buffer[Index * ElementSize]);
}

bool FScriptArray::Resize(asUINT Length)
{
	const asUINT Former = GetLength();
	if (!MayGrowTo(Length))
	{
		return false;
	}
	Charge(Length > Former ? Length - Former : Former - Length);
	// Elements are made and destroyed outside of the buffer, since their constructors and destructors may use it.
	TScriptVector<std::byte> Other;
	if (Length < Former)
	{
		Other.assign(Buffer.begin() + ptrdiff_t(Length * ElementSize), Buffer.end());
		Buffer.resize(Length * ElementSize);
		DestroyAll(Other);
		return true;
	}
	Other.resize((Length - Former) * ElementSize);
	for (size_t Offset = 0; Offset < Other.size(); Offset += ElementSize)
	{
		if (Offset > 0 && Kind == EKind::Plain)
		{
			std::memcpy(&Other[Offset], &Other[0], ElementSize);
		}
		else if (!Make(&Other[Offset]))
		{
			Other.resize(Offset);
			DestroyAll(Other);
			return false;
		}
	}
	Buffer.insert(Buffer.end(), Other.begin(), Other.end());
	return true;
}

void FScriptArray::InsertAt(asUINT Index, const void* Value)
{
	if (Index > GetLength())
	{
		RaiseOutOfBounds(Index, GetLength());
		return;
	}
	if (!MayGrowTo(size_t(GetLength()) + 1))
	{
		return;
	}
	Charge(GetLength() - Index);
	TScriptVector<std::byte> Element(ElementSize);
	if (MakeCopy(Element.data(), Value))
	{
		const size_t Offset = std::min(size_t(Index) * ElementSize, Buffer.size());
		Buffer.insert(Buffer.begin() + ptrdiff_t(Offset), Element.begin(), Element.end());
	}
}

void FScriptArray::RemoveAt(asUINT Index)
{
	if (Index >= GetLength())
	{
		RaiseOutOfBounds(Index, GetLength());
		return;
	}
	Charge(GetLength() - Index);
	const auto First = Buffer.begin() + ptrdiff_t(Index * ElementSize);
	TScriptVector<std::byte> Removed(First, First + ptrdiff_t(ElementSize));
	Buffer.erase(First, First + ptrdiff_t(ElementSize));
	DestroyAll(Removed);
}

void FScriptArray::Reverse()
{
	const size_t Count = GetLength();
	Charge(Count);
	for (size_t Index = 0; Index < Count / 2; ++Index)
	{
		std::byte* const A = &Buffer[Index * ElementSize];
		std::byte* const B = &Buffer[(Count - 1 - Index) * ElementSize];
		std::swap_ranges(A, A + ElementSize, B);
	}
}

FScriptArray& FScriptArray::Assign(const FScriptArray& Other)
{
	if (&Other == this || Other.Type != Type || !MayGrowTo(Other.GetLength()))
	{
		return *this;
	}
	Charge(Other.GetLength());
	TScriptVector<std::byte> Copies(Other.Buffer.size());
	size_t Done = 0;
	const auto More = [&] { return Done < Copies.size() && Done < Other.Buffer.size(); };
	while (More() && MakeCopy(&Copies[Done], Other.Get(const_cast<std::byte*>(&Other.Buffer[Done]))))
	{
		Done += ElementSize;
	}
	Copies.resize(Done);
	Buffer.swap(Copies);
	DestroyAll(Copies);
	return *this;
}

void FScriptArray::AddRef()
{
	bGcFlag = false;
	++RefCount;
}

void FScriptArray::Release()
{
	bGcFlag = false;
	if (--RefCount == 0)
	{
		this->~FScriptArray();
		asFreeMem(this);
	}
}

void FScriptArray::EnumReferences(asIScriptEngine* Engine)
{
	for (size_t Offset = 0; Offset < Buffer.size() && (Kind == EKind::Object || Kind == EKind::Handle);
	     Offset += ElementSize)
	{
		void* Object = nullptr;
		std::memcpy(&Object, &Buffer[Offset], sizeof(Object));
		if (Object)
		{
			Engine->GCEnumCallback(Object);
		}
	}
}

void FScriptArray::ReleaseReferences(asIScriptEngine*)
{
	DestroyAll(Buffer);
}
} // namespace Flockwork
