#pragma once
// The script type "array<T>". Our own rather than the add-on's, which a script can make write out of bounds (a
// comparison that contradicts itself, a constructor that resizes the array it is made for, removeRange near 2^32) and
// whose growth goes round the line callback.
// Elements: numbers, enums and plain value types lie in the buffer; strings, objects and handles are pointers in it.
#include "AngelScriptTypes.h"
#include "ScriptMemory.h"

#include <cstddef>
#include <cstdint>

namespace Flockwork
{
class FScriptApi;

class FScriptArray
{
public:
	// Type is an instance of array<T>; the result has one reference. Null with a script exception when it may not be.
	static FScriptArray* Create(asITypeInfo* Type);
	static FScriptArray* CreateSized(asITypeInfo* Type, asUINT Length);
	static FScriptArray* CreateFilled(asITypeInfo* Type, asUINT Length, const void* Value);
	static FScriptArray* CreateFromList(asITypeInfo* Type, void* List);

	asUINT GetLength() const { return asUINT(Buffer.size() / ElementSize); }
	asITypeInfo* GetType() const { return Type; }
	// The element; null with a script exception when there is none.
	void* At(asUINT Index);
	// Of plain elements only.
	template <typename Value>
	Value* GetData()
	{
		return reinterpret_cast<Value*>(Buffer.data());
	}
	bool HasPlainElements() const { return Kind == EKind::Plain; }
	size_t GetElementSize() const { return ElementSize; }
	bool Resize(asUINT Length);
	void InsertAt(asUINT Index, const void* Value);
	void InsertLast(const void* Value) { InsertAt(GetLength(), Value); }
	void RemoveAt(asUINT Index);
	void RemoveLast() { RemoveAt(GetLength() - 1); }
	void Reverse();
	void SortAscending() { Sort(true); }
	void SortDescending() { Sort(false); }
	int Find(const void* Value) const;
	FScriptArray& Assign(const FScriptArray& Other);

	void AddRef();
	void Release();
	int GetRefCount() const { return RefCount; }
	void SetGcFlag() { bGcFlag = true; }
	bool GetGcFlag() const { return bGcFlag; }
	void EnumReferences(asIScriptEngine* Engine);
	void ReleaseReferences(asIScriptEngine* Engine);

private:
	enum class EKind : uint8_t
	{
		Plain,  // copied byte by byte
		Value,  // string: a pointer to one of its own
		Object, // a reference type: a pointer to one of its own
		Handle  // a pointer, perhaps null
	};

	explicit FScriptArray(asITypeInfo* InType);
	~FScriptArray();
	// So many elements made, moved or compared count as lines.
	static void Charge(size_t Elements);
	bool MayGrowTo(size_t Length) const;
	// One element's bytes: default-made, or a copy of Value. False with a script exception.
	bool Make(std::byte* Out) const;
	bool MakeCopy(std::byte* Out, const void* Value) const;
	void Destroy(std::byte* Element) const;
	void DestroyAll(TScriptVector<std::byte>& Elements) const;
	void* Get(std::byte* Element) const;
	bool IsLess(const std::byte* A, const std::byte* B) const;
	bool IsEqual(const std::byte* A, const std::byte* B) const;
	void Sort(bool bAscending);

	asITypeInfo* Type;
	asITypeInfo* SubType; // null for numbers
	int SubTypeId;
	size_t ElementSize;
	EKind Kind = EKind::Plain;
	int RefCount = 1;
	bool bGcFlag = false;
	TScriptVector<std::byte> Buffer;
};

// After RegisterScriptString: strings are elements that arrays know.
void RegisterScriptArray(FScriptApi& Api);
} // namespace Flockwork
