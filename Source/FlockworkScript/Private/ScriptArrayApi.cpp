#include "ScriptApi.h"
#include "ScriptArray.h"

namespace Flockwork
{
namespace
{
bool HasDefaultFactory(asITypeInfo& Type)
{
	for (asUINT Index = 0; Index < Type.GetFactoryCount(); ++Index)
	{
		if (Type.GetFactoryByIndex(Index)->GetParamCount() == 0)
		{
			return true;
		}
	}
	return false;
}

// Called by the compiler when an array of a new type is met: whether it can be, and whether its elements can lead back
// to it, so that it must be looked after by the garbage collector.
bool ExamineElementType(asITypeInfo* Type, bool& bOutNoGarbageCollection)
{
	const int TypeId = Type->GetSubTypeId();
	if (TypeId == asTYPEID_VOID)
	{
		return false;
	}
	if ((TypeId & asTYPEID_MASK_OBJECT) == 0)
	{
		bOutNoGarbageCollection = true;
		return true;
	}
	asITypeInfo& Element = *Type->GetSubType();
	const asQWORD Flags = Element.GetFlags();
	const bool bHandle = (TypeId & asTYPEID_OBJHANDLE) != 0;
	if (!bHandle && (Flags & asOBJ_REF) != 0 && !HasDefaultFactory(Element))
	{
		Type->GetEngine()->WriteMessage(
		    "array", 0, 0, asMSGTYPE_ERROR, "elements need a constructor without arguments; use handles (@)");
		return false;
	}
	// A handle may hold an object of a derived class that is looked after, unless the class is final.
	const bool bMayBeDerived = bHandle && (Flags & asOBJ_SCRIPT_OBJECT) != 0 && (Flags & asOBJ_NOINHERIT) == 0;
	bOutNoGarbageCollection = (Flags & asOBJ_GC) == 0 && !bMayBeDerived;
	return true;
}

void RegisterBehaviour(asIScriptEngine& Engine, asEBehaviours Behaviour, const char* Declaration,
    const asSFuncPtr& Function, asDWORD Convention)
{
	CheckRegistered(
	    Engine.RegisterObjectBehaviour("array<T>", Behaviour, Declaration, Function, Convention), Declaration);
}

void RegisterLife(asIScriptEngine& Engine)
{
	using A = FScriptArray;
	RegisterBehaviour(
	    Engine, asBEHAVE_TEMPLATE_CALLBACK, "bool f(int&in, bool&out)", asFUNCTION(ExamineElementType), asCALL_CDECL);
	RegisterBehaviour(Engine, asBEHAVE_FACTORY, "array<T>@ f(int&in)", asFUNCTION(A::Create), asCALL_CDECL);
	RegisterBehaviour(Engine, asBEHAVE_FACTORY, "array<T>@ f(int&in, uint Length) explicit", asFUNCTION(A::CreateSized),
	    asCALL_CDECL);
	RegisterBehaviour(Engine, asBEHAVE_FACTORY, "array<T>@ f(int&in, uint Length, const T&in Value)",
	    asFUNCTION(A::CreateFilled), asCALL_CDECL);
	RegisterBehaviour(Engine, asBEHAVE_LIST_FACTORY, "array<T>@ f(int&in, int&in) {repeat T}",
	    asFUNCTION(A::CreateFromList), asCALL_CDECL);
	RegisterBehaviour(Engine, asBEHAVE_ADDREF, "void f()", asMETHOD(A, AddRef), asCALL_THISCALL);
	RegisterBehaviour(Engine, asBEHAVE_RELEASE, "void f()", asMETHOD(A, Release), asCALL_THISCALL);
	RegisterBehaviour(Engine, asBEHAVE_GETREFCOUNT, "int f()", asMETHOD(A, GetRefCount), asCALL_THISCALL);
	RegisterBehaviour(Engine, asBEHAVE_SETGCFLAG, "void f()", asMETHOD(A, SetGcFlag), asCALL_THISCALL);
	RegisterBehaviour(Engine, asBEHAVE_GETGCFLAG, "bool f()", asMETHOD(A, GetGcFlag), asCALL_THISCALL);
	RegisterBehaviour(Engine, asBEHAVE_ENUMREFS, "void f(int&in)", asMETHOD(A, EnumReferences), asCALL_THISCALL);
	RegisterBehaviour(Engine, asBEHAVE_RELEASEREFS, "void f(int&in)", asMETHOD(A, ReleaseReferences), asCALL_THISCALL);
}

// Free functions, as FScriptApi::Method takes them.
void* At(FScriptArray& Self, asUINT Index)
{
	return Self.At(Index);
}
FScriptArray& Assign(FScriptArray& Self, const FScriptArray& Other)
{
	return Self.Assign(Other);
}
asUINT Length(const FScriptArray& Self)
{
	return Self.GetLength();
}
bool IsEmpty(const FScriptArray& Self)
{
	return Self.GetLength() == 0;
}
void Resize(FScriptArray& Self, asUINT NewLength)
{
	Self.Resize(NewLength);
}
void InsertAt(FScriptArray& Self, asUINT Index, const void* Value)
{
	Self.InsertAt(Index, Value);
}
void InsertLast(FScriptArray& Self, const void* Value)
{
	Self.InsertLast(Value);
}
void RemoveAt(FScriptArray& Self, asUINT Index)
{
	Self.RemoveAt(Index);
}
void RemoveLast(FScriptArray& Self)
{
	Self.RemoveLast();
}
void Reverse(FScriptArray& Self)
{
	Self.Reverse();
}
void SortAscending(FScriptArray& Self)
{
	Self.SortAscending();
}
void SortDescending(FScriptArray& Self)
{
	Self.SortDescending();
}
int Find(const FScriptArray& Self, const void* Value)
{
	return Self.Find(Value);
}
} // namespace

void RegisterScriptArray(FScriptApi& Api)
{
	Api.Group("array<T>",
	    "Elements of one type: array<float> A = {1, 2}; A[0] is the first. Made as array<T>(), array<T>(Length) or "
	    "array<T>(Length, Value). An array has a limited length (script.maxArrayLength).");
	Api.Type("array<class T>", 0, asOBJ_REF | asOBJ_GC | asOBJ_TEMPLATE, "");
	RegisterLife(Api.GetEngine());
	const char* const Type = "array<T>";
	Api.Method(Type, "T& opIndex(uint Index)", asFUNCTION(At), "");
	Api.Method(Type, "const T& opIndex(uint Index) const", asFUNCTION(At), "");
	Api.Method(Type, "array<T>& opAssign(const array<T>& in)", asFUNCTION(Assign), "");
	Api.Method(Type, "uint length() const", asFUNCTION(Length), "How many elements there are.");
	Api.Method(Type, "bool isEmpty() const", asFUNCTION(IsEmpty), "Whether there are none.");
	Api.Method(Type, "void resize(uint Length)", asFUNCTION(Resize), "Adds default elements or drops the last ones.");
	Api.Method(Type, "void insertAt(uint Index, const T& in Value)", asFUNCTION(InsertAt),
	    "Puts a copy of Value before the element at Index.");
	Api.Method(Type, "void insertLast(const T& in Value)", asFUNCTION(InsertLast), "Puts a copy of Value at the end.");
	Api.Method(Type, "void removeAt(uint Index)", asFUNCTION(RemoveAt), "Takes the element at Index out.");
	Api.Method(Type, "void removeLast()", asFUNCTION(RemoveLast), "Takes the last element out.");
	Api.Method(Type, "void reverse()", asFUNCTION(Reverse), "Turns the order round.");
	Api.Method(Type, "void sortAsc()", asFUNCTION(SortAscending), "Smallest first; numbers, enums and strings only.");
	Api.Method(Type, "void sortDesc()", asFUNCTION(SortDescending), "Largest first; numbers, enums and strings only.");
	Api.Method(Type, "int find(const T& in if_handle_then_const Value) const", asFUNCTION(Find),
	    "Where the first equal element is (for objects and handles: the same object), -1 when there is none.");
}
} // namespace Flockwork
