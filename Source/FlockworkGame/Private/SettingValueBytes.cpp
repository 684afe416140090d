#include "SettingValueBytes.h"

namespace Flockwork
{
void WriteSettingValue(FByteWriter& Writer, const FSettingValue& Value)
{
	Writer.Write(uint8_t(Value.index()));
	if (const std::string* Text = std::get_if<std::string>(&Value))
	{
		Writer.WriteString(*Text);
	}
	else if (const FVector* Vector = std::get_if<FVector>(&Value))
	{
		Writer.Write(*Vector);
	}
	else if (const float* Number = std::get_if<float>(&Value))
	{
		Writer.Write(*Number);
	}
	else if (const int32_t* Whole = std::get_if<int32_t>(&Value))
	{
		Writer.Write(*Whole);
	}
	else
	{
		Writer.Write(uint8_t(std::get<bool>(Value)));
	}
}

bool ReadSettingValue(FByteReader& Reader, FSettingValue& Out)
{
	switch (Reader.Read<uint8_t>())
	{
	case 0:
		Out = Reader.Read<uint8_t>() != 0;
		return true;
	case 1:
		Out = Reader.Read<int32_t>();
		return true;
	case 2:
		Out = Reader.Read<float>();
		return true;
	case 3:
		Out = Reader.Read<FVector>();
		return true;
	case 4:
		Out = Reader.ReadString();
		return true;
	default:
		return false;
	}
}
} // namespace Flockwork
