#include "ScriptGlobals.h"

#include "ScriptArray.h"
#include "ScriptString.h"

#include <cstring>
#include <functional>
#include <span>
#include <string_view>

namespace Flockwork
{
namespace
{
enum class EStorage : uint8_t
{
	None, // not saved
	Plain,
	String,
	Array
};

bool IsString(const asITypeInfo& Type)
{
	return std::string_view(Type.GetName()) == "string";
}

// Bytes of a type that is copied byte by byte; 0 for all others.
size_t PlainSize(const asIScriptEngine& Engine, int TypeId)
{
	if ((TypeId & asTYPEID_MASK_OBJECT) == 0)
	{
		return size_t(Engine.GetSizeOfPrimitiveType(TypeId));
	}
	const asITypeInfo* const Type = Engine.GetTypeInfoById(TypeId);
	const bool bPlain = (TypeId & asTYPEID_OBJHANDLE) == 0 && Type && (Type->GetFlags() & asOBJ_VALUE) != 0 &&
	                    (Type->GetFlags() & asOBJ_POD) != 0;
	return bPlain ? Type->GetSize() : 0;
}

EStorage StorageOf(const asIScriptEngine& Engine, int TypeId)
{
	if (PlainSize(Engine, TypeId) > 0)
	{
		return EStorage::Plain;
	}
	const asITypeInfo* const Type = Engine.GetTypeInfoById(TypeId);
	if (!Type || (TypeId & asTYPEID_OBJHANDLE) != 0)
	{
		return EStorage::None;
	}
	if (IsString(*Type))
	{
		return EStorage::String;
	}
	const bool bArray = std::string_view(Type->GetName()) == "array";
	const int ElementId = bArray ? Type->GetSubTypeId() : 0;
	const bool bGoodElement =
	    bArray && (PlainSize(Engine, ElementId) > 0 || StorageOf(Engine, ElementId) == EStorage::String);
	return bGoodElement ? EStorage::Array : EStorage::None;
}

struct FGlobal
{
	std::string Declaration;
	int TypeId = 0;
	void* Address = nullptr;
	EStorage Storage = EStorage::None;
};

std::vector<FGlobal> FindGlobals(asIScriptModule& Module)
{
	std::vector<FGlobal> Globals;
	for (asUINT Index = 0; Index < Module.GetGlobalVarCount(); ++Index)
	{
		FGlobal Global;
		bool bConst = false;
		Module.GetGlobalVar(Index, nullptr, nullptr, &Global.TypeId, &bConst);
		Global.Declaration = Module.GetGlobalVarDeclaration(Index, true);
		Global.Address = Module.GetAddressOfGlobalVar(Index);
		Global.Storage = StorageOf(*Module.GetEngine(), Global.TypeId);
		if (!bConst && Global.Address)
		{
			Globals.push_back(std::move(Global));
		}
	}
	return Globals;
}

void SaveArray(FScriptArray& Array, FByteWriter& Writer)
{
	const asUINT Length = Array.GetLength();
	Writer.Write(uint32_t(Length));
	for (asUINT Index = 0; Index < Length; ++Index)
	{
		if (Array.HasPlainElements())
		{
			Writer.WriteBytes(Array.At(Index), Array.GetElementSize());
		}
		else
		{
			Writer.WriteString(std::string(ToView(*static_cast<const FScriptString*>(Array.At(Index)))));
		}
	}
}

bool RestoreArray(FScriptArray& Array, FByteReader& Reader)
{
	const auto Length = Reader.Read<uint32_t>();
	// Each element has at least one byte (a string its length): a damaged count must not allocate.
	if (Length > Reader.Remaining() || !Array.Resize(Length))
	{
		return false;
	}
	for (asUINT Index = 0; Index < Length; ++Index)
	{
		if (Array.HasPlainElements())
		{
			Reader.ReadBytes(Array.At(Index), Array.GetElementSize());
		}
		else
		{
			*static_cast<FScriptString*>(Array.At(Index)) = FScriptString(Reader.ReadString());
		}
	}
	return Reader.IsOk();
}

void SaveGlobal(const asIScriptEngine& Engine, const FGlobal& Global, FByteWriter& Writer)
{
	switch (Global.Storage)
	{
	case EStorage::None:
		break;
	case EStorage::Plain:
		Writer.WriteBytes(Global.Address, PlainSize(Engine, Global.TypeId));
		break;
	case EStorage::String:
		Writer.WriteString(std::string(ToView(*static_cast<const FScriptString*>(Global.Address))));
		break;
	case EStorage::Array:
		SaveArray(*static_cast<FScriptArray*>(Global.Address), Writer);
		break;
	}
}

bool RestoreGlobal(const asIScriptEngine& Engine, const FGlobal& Global, FByteReader& Reader)
{
	switch (Global.Storage)
	{
	case EStorage::None:
		break;
	case EStorage::Plain:
		return Reader.ReadBytes(Global.Address, PlainSize(Engine, Global.TypeId));
	case EStorage::String:
		*static_cast<FScriptString*>(Global.Address) = FScriptString(Reader.ReadString());
		break;
	case EStorage::Array:
		return RestoreArray(*static_cast<FScriptArray*>(Global.Address), Reader);
	}
	return Reader.IsOk();
}
} // namespace

void SaveScriptGlobals(asIScriptModule& Module, FByteWriter& Writer)
{
	const std::vector<FGlobal> Globals = FindGlobals(Module);
	Writer.Write(uint64_t(Globals.size()));
	for (const FGlobal& Global : Globals)
	{
		FByteWriter Value;
		SaveGlobal(*Module.GetEngine(), Global, Value);
		Writer.WriteString(Global.Declaration);
		Writer.WriteArray(std::span<const uint8_t>(Value.GetBytes()));
	}
}

bool RestoreScriptGlobals(asIScriptModule& Module, FByteReader& Reader)
{
	const std::vector<FGlobal> Globals = FindGlobals(Module);
	const auto Count = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < Count && Reader.IsOk(); ++Index)
	{
		const std::string Declaration = Reader.ReadString();
		const std::vector<uint8_t> Bytes = Reader.ReadArray<uint8_t>();
		for (const FGlobal& Global : Globals)
		{
			FByteReader Value(Bytes);
			if (Global.Declaration == Declaration && !RestoreGlobal(*Module.GetEngine(), Global, Value))
			{
				return false;
			}
		}
	}
	return Reader.IsOk();
}

std::vector<std::string> FindUnsavedGlobals(asIScriptModule& Module)
{
	std::vector<std::string> Unsaved;
	for (const FGlobal& Global : FindGlobals(Module))
	{
		if (Global.Storage == EStorage::None)
		{
			Unsaved.push_back(Global.Declaration);
		}
	}
	return Unsaved;
}
} // namespace Flockwork
