#pragma once
// The script type "string": shared text, copied when it is changed. Its memory is counted with everything else of the
// script. The object itself is a pointer kept as bytes, since AngelScript aligns value types to 4 bytes only.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace Flockwork
{
class FScriptString
{
public:
	FScriptString() = default;
	explicit FScriptString(std::string_view Text) { Append(Text); }
	FScriptString(const FScriptString& Other);
	FScriptString& operator=(const FScriptString& Other);
	~FScriptString() { Drop(); }

	static FScriptString Join(std::string_view A, std::string_view B);
	std::string_view GetView() const;
	size_t GetLength() const { return GetView().size(); }
	bool IsEmpty() const { return GetLength() == 0; }
	// Text may be a part of this string.
	void Append(std::string_view Text);

private:
	struct FShared
	{
		int32_t Users = 1;
		uint32_t Length = 0;
		uint32_t Capacity = 0;
		char* GetText() { return reinterpret_cast<char*>(this + 1); }
	};
	static FShared* Make(size_t Capacity);
	FShared* Get() const;
	void Set(FShared* Shared);
	void Drop();

	std::array<std::byte, sizeof(void*)> Address{}; // of an FShared; null: empty
};

inline std::string_view ToView(const FScriptString& Text)
{
	return Text.GetView();
}
} // namespace Flockwork
