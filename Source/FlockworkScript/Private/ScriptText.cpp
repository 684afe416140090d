#include "ScriptText.h"

#include "ScriptGuard.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <new>

namespace Flockwork
{
// AngelScript asks for each literal once for each place it stands at; equal ones share a string.
class FScriptStringFactory final : public asIStringFactory
{
public:
	const void* GetStringConstant(const char* Data, asUINT Length) override
	{
		const std::string_view Text(Data, Length);
		auto Found = Literals.find(Text);
		if (Found == Literals.end())
		{
			Found = Literals.emplace(FScriptString(Text), 0).first;
		}
		++Found->second;
		return &Found->first;
	}

	int ReleaseStringConstant(const void* Constant) override
	{
		const auto Found = Literals.find(ToView(*static_cast<const FScriptString*>(Constant)));
		if (Found == Literals.end())
		{
			return asERROR;
		}
		if (--Found->second == 0)
		{
			Literals.erase(Found);
		}
		return asSUCCESS;
	}

	int GetRawStringData(const void* Constant, char* Data, asUINT* Length) const override
	{
		const std::string_view Text = ToView(*static_cast<const FScriptString*>(Constant));
		if (Length)
		{
			*Length = asUINT(Text.size());
		}
		if (Data)
		{
			std::copy(Text.begin(), Text.end(), Data);
		}
		return asSUCCESS;
	}

private:
	struct FLess
	{
		using is_transparent = void;
		bool operator()(const FScriptString& A, const FScriptString& B) const { return ToView(A) < ToView(B); }
		bool operator()(const FScriptString& A, std::string_view B) const { return ToView(A) < B; }
		bool operator()(std::string_view A, const FScriptString& B) const { return A < ToView(B); }
	};
	std::map<FScriptString, int32_t, FLess> Literals; // nodes do not move
};

namespace
{
// Copying so many bytes counts as a line.
constexpr size_t BytesPerLine = 256;

bool MayHave(size_t Length)
{
	FScriptGuard* const Guard = FScriptGuard::Current();
	if (!Guard)
	{
		return true;
	}
	Guard->Charge(int64_t(Length / BytesPerLine));
	return Guard->MayHaveString(Length);
}

template <typename Number>
std::string_view Print(Number Value, char (&Buffer)[64])
{
	const std::to_chars_result Result = std::to_chars(Buffer, Buffer + sizeof(Buffer), Value);
	return {Buffer, size_t(Result.ptr - Buffer)};
}
std::string_view Print(FScriptBool Value, char (&)[64])
{
	return Value ? "true" : "false";
}

void Construct(FScriptString* Self)
{
	new (Self) FScriptString();
}
void ConstructCopy(const FScriptString& Other, FScriptString* Self)
{
	new (Self) FScriptString(Other);
}
void Destruct(FScriptString* Self)
{
	Self->~FScriptString();
}

FScriptString& Assign(FScriptString& Self, const FScriptString& Other)
{
	return Self = Other;
}

void Append(FScriptString& Self, std::string_view Text)
{
	if (MayHave(Self.GetLength() + Text.size()))
	{
		Self.Append(Text);
	}
}
FScriptString& AppendString(FScriptString& Self, const FScriptString& Other)
{
	Append(Self, ToView(Other));
	return Self;
}
FScriptString Joined(std::string_view A, std::string_view B)
{
	return MayHave(A.size() + B.size()) ? FScriptString::Join(A, B) : FScriptString();
}
FScriptString AddString(const FScriptString& A, const FScriptString& B)
{
	return Joined(ToView(A), ToView(B));
}

template <typename Value>
FScriptString& AssignValue(FScriptString& Self, Value In)
{
	char Buffer[64];
	return Self = FScriptString(Print(In, Buffer));
}
template <typename Value>
FScriptString& AppendValue(FScriptString& Self, Value In)
{
	char Buffer[64];
	Append(Self, Print(In, Buffer));
	return Self;
}
template <typename Value>
FScriptString AddValue(const FScriptString& Self, Value In)
{
	char Buffer[64];
	return Joined(ToView(Self), Print(In, Buffer));
}
template <typename Value>
FScriptString AddToValue(const FScriptString& Self, Value In)
{
	char Buffer[64];
	return Joined(Print(In, Buffer), ToView(Self));
}

bool Equals(const FScriptString& A, const FScriptString& B)
{
	return ToView(A) == ToView(B);
}
int Compare(const FScriptString& A, const FScriptString& B)
{
	return ToView(A).compare(ToView(B));
}
asUINT GetLength(const FScriptString& Self)
{
	return asUINT(Self.GetLength());
}
bool IsEmpty(const FScriptString& Self)
{
	return Self.IsEmpty();
}
FScriptString Substring(const FScriptString& Self, asUINT Start, int Count)
{
	const size_t Begin = std::min(size_t(Start), Self.GetLength());
	return Joined(ToView(Self).substr(Begin, Count < 0 ? std::string_view::npos : size_t(Count)), {});
}
int FindFirst(const FScriptString& Self, const FScriptString& Wanted, asUINT Start)
{
	// The plain search compares each place with the whole of Wanted at worst.
	FScriptGuard::Current()->Charge(int64_t(Self.GetLength() * (Wanted.GetLength() + 1) / BytesPerLine));
	const size_t Found = ToView(Self).find(ToView(Wanted), Start);
	return Found == std::string_view::npos ? -1 : int(Found);
}

FScriptString FormatDecimals(double Value, int Decimals)
{
	char Buffer[400]; // 1e308 has 309 digits before the point
	const std::to_chars_result Result =
	    std::to_chars(Buffer, Buffer + sizeof(Buffer), Value, std::chars_format::fixed, std::clamp(Decimals, 0, 17));
	return Joined({Buffer, size_t(Result.ptr - Buffer)}, {});
}
template <typename Number>
Number Parse(const FScriptString& Text)
{
	Number Value{};
	const std::string_view Digits = ToView(Text);
	const std::from_chars_result Result = std::from_chars(Digits.data(), Digits.data() + Digits.size(), Value);
	if (Result.ec != std::errc() || Result.ptr != Digits.data() + Digits.size())
	{
		RaiseScriptException("\"" + std::string(Digits.substr(0, 40)) + "\" is not a number");
		return Number{};
	}
	return Value;
}

template <typename Value>
void RegisterValue(FScriptApi& Api, const std::string& TypeName)
{
	const auto Declare = [&](const char* Before, const char* After) { return std::string(Before) + TypeName + After; };
	Api.Method("string", Declare("string& opAssign(", ")").c_str(), asFUNCTION(AssignValue<Value>), "");
	Api.Method("string", Declare("string& opAddAssign(", ")").c_str(), asFUNCTION(AppendValue<Value>), "");
	Api.Method("string", Declare("string opAdd(", ") const").c_str(), asFUNCTION(AddValue<Value>), "");
	Api.Method("string", Declare("string opAdd_r(", ") const").c_str(), asFUNCTION(AddToValue<Value>), "");
}
} // namespace

std::shared_ptr<FScriptStringFactory> RegisterScriptString(FScriptApi& Api)
{
	asIScriptEngine& Engine = Api.GetEngine();
	Api.Group("string", "Text, joined by + and += with other text, numbers and bool. A string has a limited length "
	                    "(script.maxStringLength).");
	Api.Type("string", sizeof(FScriptString), asDWORD(asOBJ_VALUE) | asGetTypeTraits<FScriptString>(),
	    "Bytes of UTF-8; ==, < and the like compare bytes.");
	auto Factory = std::make_shared<FScriptStringFactory>();
	CheckRegistered(Engine.RegisterStringFactory("string", Factory.get()), "string factory");
	Api.Constructor("string", "", asFUNCTION(Construct), "");
	Api.Constructor("string", "const string& in", asFUNCTION(ConstructCopy), "");
	CheckRegistered(Engine.RegisterObjectBehaviour(
	                    "string", asBEHAVE_DESTRUCT, "void f()", asFUNCTION(Destruct), asCALL_CDECL_OBJLAST),
	    "~string");
	Api.Method("string", "string& opAssign(const string& in)", asFUNCTION(Assign), "");
	Api.Method("string", "string& opAddAssign(const string& in)", asFUNCTION(AppendString), "");
	Api.Method("string", "string opAdd(const string& in) const", asFUNCTION(AddString), "");
	Api.Method("string", "bool opEquals(const string& in) const", asFUNCTION(Equals), "");
	Api.Method("string", "int opCmp(const string& in) const", asFUNCTION(Compare), "");
	RegisterValue<int64_t>(Api, "int64");
	RegisterValue<uint64_t>(Api, "uint64");
	RegisterValue<float>(Api, "float");
	RegisterValue<double>(Api, "double");
	RegisterValue<FScriptBool>(Api, "bool");
	Api.Method("string", "uint length() const", asFUNCTION(GetLength), "Bytes.");
	Api.Method("string", "bool isEmpty() const", asFUNCTION(IsEmpty), "Whether there are none.");
	Api.Method("string", "string substr(uint Start = 0, int Count = -1) const", asFUNCTION(Substring),
	    "The part from Start on; Count -1 takes the rest.");
	Api.Method("string", "int findFirst(const string& in Wanted, uint Start = 0) const", asFUNCTION(FindFirst),
	    "Where Wanted begins, -1 when it is nowhere.");
	Api.Function("string formatFloat(double Value, int Decimals = 2)", asFUNCTION(FormatDecimals),
	    "The number with so many decimals.");
	Api.Function("int64 parseInt(const string& in Text)", asFUNCTION(Parse<int64_t>),
	    "The whole number that the text is; anything else stops the script.");
	Api.Function("double parseFloat(const string& in Text)", asFUNCTION(Parse<double>),
	    "The number that the text is; anything else stops the script.");
	return Factory;
}

std::string FormatNumber(float Value)
{
	char Buffer[64];
	return std::string(Print(Value, Buffer));
}

std::string FormatNumber(double Value)
{
	char Buffer[64];
	return std::string(Print(Value, Buffer));
}
} // namespace Flockwork
