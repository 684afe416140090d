#include "GltfAccessors.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace Flockwork
{
namespace
{
constexpr uint64_t MaxNumbers = uint64_t(1) << 31; // in one accessor; sparse ones can claim any count without a byte

enum EComponent : int64_t
{
	SignedByte = 5120,
	UnsignedByte = 5121,
	SignedShort = 5122,
	UnsignedShort = 5123,
	UnsignedInt = 5125,
	Float = 5126
};

size_t SizeOf(int64_t Component)
{
	return Component == SignedByte || Component == UnsignedByte     ? 1
	       : Component == SignedShort || Component == UnsignedShort ? 2
	                                                                : 4;
}

bool IsComponent(int64_t Component)
{
	return Component >= SignedByte && Component <= Float && Component != 5124;
}

bool IsUnsigned(int64_t Component)
{
	return Component == UnsignedByte || Component == UnsignedShort || Component == UnsignedInt;
}

size_t WidthOf(std::string_view Type)
{
	return Type == "SCALAR" ? 1 : Type == "VEC2" ? 2 : Type == "VEC3" ? 3 : Type == "VEC4" ? 4 : 16;
}

template <typename Value>
Value ReadAs(const uint8_t* At)
{
	Value Out{};
	std::memcpy(&Out, At, sizeof(Out));
	return Out;
}

// 3.6.2.2: how integers stand for fractions.
double ReadNumber(const uint8_t* At, int64_t Component, bool bNormalized)
{
	switch (Component)
	{
	case SignedByte:
		return bNormalized ? std::max(ReadAs<int8_t>(At) / 127.0, -1.0) : ReadAs<int8_t>(At);
	case UnsignedByte:
		return bNormalized ? ReadAs<uint8_t>(At) / 255.0 : ReadAs<uint8_t>(At);
	case SignedShort:
		return bNormalized ? std::max(ReadAs<int16_t>(At) / 32767.0, -1.0) : ReadAs<int16_t>(At);
	case UnsignedShort:
		return bNormalized ? ReadAs<uint16_t>(At) / 65535.0 : ReadAs<uint16_t>(At);
	case UnsignedInt:
		return ReadAs<uint32_t>(At);
	default:
		return double(ReadAs<float>(At));
	}
}

// A stretch of a buffer as rows of numbers.
struct FRows
{
	std::span<const uint8_t> Bytes;
	int64_t Component = Float;
	bool bNormalized = false;
	size_t Width = 1;
	size_t Stride = 4;

	double Get(size_t Row, size_t Column) const
	{
		return ReadNumber(Bytes.data() + Row * Stride + Column * SizeOf(Component), Component, bNormalized);
	}
};

FRows RowsOf(const FGltfDocument& Document, const FDataNode& Owner, int64_t Component, bool bNormalized, size_t Width)
{
	const size_t Packed = Width * SizeOf(Component);
	const FDataNode& View = *Document.FindItem("bufferViews", *Owner.Find("bufferView"));
	return {Document.GetView(Owner), Component, bNormalized, Width,
	    size_t(Document.GetInteger(View, "byteStride", int64_t(Packed)))};
}

// False when a sparse part names a row that is not there.
bool ReadAll(
    const FGltfDocument& Document, const FDataNode& Accessor, size_t Count, size_t Width, std::vector<double>& Out)
{
	const int64_t Component = Document.GetInteger(Accessor, "componentType", Float);
	const FDataNode* const Normalized = Accessor.Find("normalized");
	const bool bNormalized = Normalized && Normalized->Bool;
	Out.assign(Count * Width, 0.0);
	if (Accessor.Find("bufferView"))
	{
		const FRows Rows = RowsOf(Document, Accessor, Component, bNormalized, Width);
		for (size_t Index = 0; Index < Out.size(); ++Index)
		{
			Out[Index] = Rows.Get(Index / Width, Index % Width);
		}
	}
	const FDataNode* const Sparse = Accessor.Find("sparse");
	if (!Sparse)
	{
		return true;
	}
	const size_t Replaced = size_t(Document.GetInteger(*Sparse, "count", 0));
	const FDataNode& Places = *Sparse->Find("indices");
	const int64_t PlaceKind = Document.GetInteger(Places, "componentType", UnsignedInt);
	if (!IsUnsigned(PlaceKind))
	{
		return false;
	}
	const FRows Indices = RowsOf(Document, Places, PlaceKind, false, 1);
	const FRows Values = RowsOf(Document, *Sparse->Find("values"), Component, bNormalized, Width);
	for (size_t Index = 0; Index < Replaced; ++Index)
	{
		const size_t Row = size_t(Indices.Get(Index, 0));
		if (Row >= Count)
		{
			return false;
		}
		for (size_t Column = 0; Column < Width; ++Column)
		{
			Out[Row * Width + Column] = Values.Get(Index, Column);
		}
	}
	return true;
}
} // namespace

void FGltfAccessors::Refuse(const FDataNode& Where, std::string_view Field, std::string Message)
{
	Diagnostics.Error({Document.GetFile(), Where.Line, Where.Column}, Field, std::move(Message));
	bGood = false;
}

void FGltfAccessors::Warn(const FDataNode& Where, std::string_view Field, std::string Message)
{
	Diagnostics.Warning({Document.GetFile(), Where.Line, Where.Column}, Field, std::move(Message));
}

const FDataNode* FGltfAccessors::Find(
    const FDataNode& Reference, std::string_view Field, std::string_view Type, bool bIntegers, size_t& OutCount)
{
	const FDataNode* const Accessor = Document.FindItem("accessors", Reference);
	if (!Accessor)
	{
		Refuse(Reference, Field, "names an accessor that is not there");
		return nullptr;
	}
	const FDataNode* const TypeName = Accessor->Find("type");
	const int64_t Component = Document.GetInteger(*Accessor, "componentType", -1);
	if (!TypeName || TypeName->String != Type || !IsComponent(Component) || (bIntegers && !IsUnsigned(Component)))
	{
		Refuse(*Accessor, Field,
		    "is of type " + (TypeName ? TypeName->String : std::string("(none)")) + " with components of kind " +
		        std::to_string(Component) + "; " + std::string(Type) + (bIntegers ? " of unsigned integers" : "") +
		        " was expected");
		return nullptr;
	}
	const int64_t Count = Document.GetInteger(*Accessor, "count", -1);
	std::string Fault = Document.FindAccessorFault(*Accessor);
	if (Fault.empty() && uint64_t(Count) * WidthOf(Type) > MaxNumbers)
	{
		Fault = "claims " + std::to_string(Count) + " values, which no character has";
	}
	if (!Fault.empty())
	{
		Refuse(*Accessor, Field, std::move(Fault));
		return nullptr;
	}
	OutCount = size_t(Count);
	return Accessor;
}

bool FGltfAccessors::ReadNumbers(
    const FDataNode& Reference, std::string_view Field, std::string_view Type, std::vector<double>& Out)
{
	size_t Count = 0;
	const FDataNode* const Accessor = Find(Reference, Field, Type, false, Count);
	if (!Accessor)
	{
		return false;
	}
	if (!ReadAll(Document, *Accessor, Count, WidthOf(Type), Out))
	{
		Refuse(*Accessor, Field, "has a sparse part that names a value beyond its end");
		return false;
	}
	const auto Bad = std::find_if(Out.begin(), Out.end(), [](double Value) { return !std::isfinite(Value); });
	if (Bad != Out.end())
	{
		Refuse(*Accessor, Field,
		    "holds what is no number, in value " + std::to_string(size_t(Bad - Out.begin()) / WidthOf(Type)) +
		        ": export it again");
		return false;
	}
	return true;
}

bool FGltfAccessors::ReadIntegers(
    const FDataNode& Reference, std::string_view Field, std::string_view Type, std::vector<uint32_t>& Out)
{
	size_t Count = 0;
	std::vector<double> Numbers;
	if (!Find(Reference, Field, Type, true, Count) || !ReadNumbers(Reference, Field, Type, Numbers))
	{
		return false;
	}
	Out.assign(Numbers.begin(), Numbers.end());
	return true;
}
} // namespace Flockwork
