#include "FlockworkAnimation/CharacterAsset.h"

#include "FlockworkCore/FileBytes.h"
#include "FlockworkCore/Serialize.h"

#include <algorithm>

namespace Flockwork
{
template <>
inline constexpr bool HasNoPadding<FJointPose> = sizeof(FJointPose) == 10 * sizeof(float);
template <>
inline constexpr bool HasNoPadding<FJointMatrix> = sizeof(FJointMatrix) == 12 * sizeof(float);
template <>
inline constexpr bool HasNoPadding<FTransform> = sizeof(FTransform) == 8 * sizeof(float);
template <>
inline constexpr bool HasNoPadding<FVector2D> = sizeof(FVector2D) == 2 * sizeof(float);
template <>
inline constexpr bool HasNoPadding<FSkinWeights> = sizeof(FSkinWeights) == 4 * (sizeof(uint16_t) + sizeof(float));

namespace
{
constexpr FFileKind CharacterKind{"FWCHARAC", "character", 1};

template <typename Value>
void WriteAll(FByteWriter& Writer, const std::vector<Value>& Values)
{
	Writer.WriteArray(std::span<const Value>(Values));
}

void WriteSkeleton(const FSkeleton& Skeleton, FByteWriter& Writer)
{
	Writer.Write(uint64_t(Skeleton.JointNames.size()));
	for (const std::string& Name : Skeleton.JointNames)
	{
		Writer.WriteString(Name);
	}
	WriteAll(Writer, Skeleton.Parents);
	WriteAll(Writer, Skeleton.RestPose);
}

void WriteClip(const FClip& Clip, FByteWriter& Writer)
{
	Writer.WriteString(Clip.Name);
	Writer.Write(Clip.Duration);
	Writer.Write(Clip.SampleCount);
	Writer.Write(Clip.JointCount);
	Writer.Write(uint8_t(Clip.bLooping));
	Writer.Write(Clip.Speed);
	WriteAll(Writer, Clip.Poses);
	WriteAll(Writer, Clip.Motion);
	Writer.Write(uint64_t(Clip.Events.size()));
	for (const FClipEvent& Event : Clip.Events)
	{
		Writer.Write(Event.Time);
		Writer.WriteString(Event.Name);
		Writer.WriteString(Event.Joint);
	}
}

void WriteMesh(const FSkinnedMesh& Mesh, FByteWriter& Writer)
{
	Writer.WriteString(Mesh.Name);
	Writer.Write(Mesh.Detail);
	WriteAll(Writer, Mesh.Positions);
	WriteAll(Writer, Mesh.Normals);
	WriteAll(Writer, Mesh.TexCoords);
	WriteAll(Writer, Mesh.Weights);
	WriteAll(Writer, Mesh.Indices);
	Writer.Write(uint64_t(Mesh.Sections.size()));
	for (const FMeshSection& Section : Mesh.Sections)
	{
		Writer.Write(Section.FirstIndex);
		Writer.Write(Section.IndexCount);
		Writer.Write(Section.Material);
	}
	WriteAll(Writer, Mesh.Joints);
	WriteAll(Writer, Mesh.InverseBinds);
	Writer.Write(uint64_t(Mesh.Morphs.size()));
	for (const FMorphTarget& Morph : Mesh.Morphs)
	{
		Writer.WriteString(Morph.Name);
		Writer.Write(Morph.RestWeight);
		WriteAll(Writer, Morph.Positions);
		WriteAll(Writer, Morph.Normals);
	}
}

void WriteLooks(const FCharacterAsset& Character, FByteWriter& Writer)
{
	Writer.Write(uint64_t(Character.Materials.size()));
	for (const FCharacterMaterial& Material : Character.Materials)
	{
		Writer.WriteString(Material.Name);
		Writer.Write(Material.BaseColor);
		Writer.Write(Material.Opacity);
		Writer.Write(Material.Picture);
	}
	Writer.Write(uint64_t(Character.Pictures.size()));
	for (const FCharacterPicture& Picture : Character.Pictures)
	{
		Writer.WriteString(Picture.Name);
		WriteAll(Writer, Picture.Bytes);
	}
}

// Reads a list whose elements take at least one byte each: a damaged count ends at the end of the file.
template <typename Value, typename ReadType>
std::vector<Value> ReadList(FByteReader& Reader, ReadType&& Read)
{
	std::vector<Value> Out;
	const uint64_t Count = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < Count && Reader.IsOk(); ++Index)
	{
		Out.push_back(Read());
	}
	return Out;
}

FSkeleton ReadSkeleton(FByteReader& Reader)
{
	FSkeleton Skeleton;
	Skeleton.JointNames = ReadList<std::string>(Reader, [&] { return Reader.ReadString(); });
	Skeleton.Parents = Reader.ReadArray<int16_t>();
	Skeleton.RestPose = Reader.ReadArray<FJointPose>();
	return Skeleton;
}

FClipEvent ReadEvent(FByteReader& Reader)
{
	FClipEvent Event;
	Event.Time = Reader.Read<float>();
	Event.Name = Reader.ReadString();
	Event.Joint = Reader.ReadString();
	return Event;
}

FClip ReadClip(FByteReader& Reader)
{
	FClip Clip;
	Clip.Name = Reader.ReadString();
	Clip.Duration = Reader.Read<float>();
	Clip.SampleCount = Reader.Read<int32_t>();
	Clip.JointCount = Reader.Read<int32_t>();
	Clip.bLooping = Reader.Read<uint8_t>() != 0;
	Clip.Speed = Reader.Read<float>();
	Clip.Poses = Reader.ReadArray<FJointPose>();
	Clip.Motion = Reader.ReadArray<FTransform>();
	Clip.Events = ReadList<FClipEvent>(Reader, [&] { return ReadEvent(Reader); });
	return Clip;
}

FMeshSection ReadSection(FByteReader& Reader)
{
	FMeshSection Section;
	Section.FirstIndex = Reader.Read<uint32_t>();
	Section.IndexCount = Reader.Read<uint32_t>();
	Section.Material = Reader.Read<int32_t>();
	return Section;
}

FMorphTarget ReadMorph(FByteReader& Reader)
{
	FMorphTarget Morph;
	Morph.Name = Reader.ReadString();
	Morph.RestWeight = Reader.Read<float>();
	Morph.Positions = Reader.ReadArray<FVector>();
	Morph.Normals = Reader.ReadArray<FVector>();
	return Morph;
}

FSkinnedMesh ReadMesh(FByteReader& Reader)
{
	FSkinnedMesh Mesh;
	Mesh.Name = Reader.ReadString();
	Mesh.Detail = Reader.Read<int32_t>();
	Mesh.Positions = Reader.ReadArray<FVector>();
	Mesh.Normals = Reader.ReadArray<FVector>();
	Mesh.TexCoords = Reader.ReadArray<FVector2D>();
	Mesh.Weights = Reader.ReadArray<FSkinWeights>();
	Mesh.Indices = Reader.ReadArray<uint32_t>();
	Mesh.Sections = ReadList<FMeshSection>(Reader, [&] { return ReadSection(Reader); });
	Mesh.Joints = Reader.ReadArray<int16_t>();
	Mesh.InverseBinds = Reader.ReadArray<FJointMatrix>();
	Mesh.Morphs = ReadList<FMorphTarget>(Reader, [&] { return ReadMorph(Reader); });
	return Mesh;
}

FCharacterMaterial ReadMaterial(FByteReader& Reader)
{
	FCharacterMaterial Material;
	Material.Name = Reader.ReadString();
	Material.BaseColor = Reader.Read<FVector>();
	Material.Opacity = Reader.Read<float>();
	Material.Picture = Reader.Read<int32_t>();
	return Material;
}

FCharacterPicture ReadPicture(FByteReader& Reader)
{
	FCharacterPicture Picture;
	Picture.Name = Reader.ReadString();
	Picture.Bytes = Reader.ReadArray<uint8_t>();
	return Picture;
}
} // namespace

int32_t FCharacterAsset::FindClipIndex(std::string_view ClipName) const
{
	const auto Found = std::find_if(Clips.begin(), Clips.end(), [&](const FClip& C) { return C.Name == ClipName; });
	return Found == Clips.end() ? -1 : int32_t(Found - Clips.begin());
}

const FClip* FCharacterAsset::FindClip(std::string_view ClipName) const
{
	const int32_t Index = FindClipIndex(ClipName);
	return Index < 0 ? nullptr : &Clips[size_t(Index)];
}

bool FCharacterAsset::Validate(const std::string& File, FDiagnostics& Diagnostics) const
{
	if (!Skeleton.Validate(File, Diagnostics))
	{
		return false; // all the rest is measured by it
	}
	bool bGood = true;
	for (size_t Index = 0; Index < Clips.size(); ++Index)
	{
		bGood = Clips[Index].Validate(Skeleton, File, Diagnostics) && bGood;
		if (FindClipIndex(Clips[Index].Name) != int32_t(Index))
		{
			Diagnostics.Error({File, 0, 0}, "clips." + Clips[Index].Name, "two clips have this name");
			bGood = false;
		}
	}
	for (const FSkinnedMesh& Mesh : Meshes)
	{
		bGood = Mesh.Validate(Skeleton, int32_t(Materials.size()), File, Diagnostics) && bGood;
	}
	for (const FCharacterMaterial& Material : Materials)
	{
		if (!IsFinite(Material.BaseColor) || !std::isfinite(Material.Opacity) || Material.Picture < -1 ||
		    Material.Picture >= int32_t(Pictures.size()))
		{
			Diagnostics.Error({File, 0, 0}, "materials." + Material.Name,
			    "has a colour that is not finite, or names a picture that is not there");
			bGood = false;
		}
	}
	return bGood;
}

std::vector<uint8_t> WriteCharacter(const FCharacterAsset& Character)
{
	FByteWriter Writer;
	Writer.WriteString(Character.Name);
	WriteSkeleton(Character.Skeleton, Writer);
	Writer.Write(uint64_t(Character.Clips.size()));
	for (const FClip& Clip : Character.Clips)
	{
		WriteClip(Clip, Writer);
	}
	Writer.Write(uint64_t(Character.Meshes.size()));
	for (const FSkinnedMesh& Mesh : Character.Meshes)
	{
		WriteMesh(Mesh, Writer);
	}
	WriteLooks(Character, Writer);
	return WrapBytes(CharacterKind, Writer.GetBytes());
}

bool ReadCharacter(
    std::span<const uint8_t> Bytes, const std::string& File, FCharacterAsset& Out, FDiagnostics& Diagnostics)
{
	std::span<const uint8_t> Content;
	if (!UnwrapBytes(CharacterKind, Bytes, File, Content, Diagnostics))
	{
		return false;
	}
	FByteReader Reader(Content);
	FCharacterAsset Read;
	Read.Name = Reader.ReadString();
	Read.Skeleton = ReadSkeleton(Reader);
	Read.Clips = ReadList<FClip>(Reader, [&] { return ReadClip(Reader); });
	Read.Meshes = ReadList<FSkinnedMesh>(Reader, [&] { return ReadMesh(Reader); });
	Read.Materials = ReadList<FCharacterMaterial>(Reader, [&] { return ReadMaterial(Reader); });
	Read.Pictures = ReadList<FCharacterPicture>(Reader, [&] { return ReadPicture(Reader); });
	if (!Reader.IsOk() || Reader.Remaining() > 0)
	{
		Diagnostics.Error({File, 0, 0}, "", "the character's parts do not fit together; import it again");
		return false;
	}
	if (!Read.Validate(File, Diagnostics))
	{
		return false;
	}
	Out = std::move(Read);
	return true;
}

bool SaveCharacter(const FCharacterAsset& Character, const std::string& Path, FDiagnostics& Diagnostics)
{
	return WriteBytesFile(Path, WriteCharacter(Character), Diagnostics);
}

bool LoadCharacter(const std::string& Path, FCharacterAsset& Out, FDiagnostics& Diagnostics)
{
	std::vector<uint8_t> Bytes;
	return ReadBytesFile(Path, Bytes, Diagnostics) && ReadCharacter(Bytes, Path, Out, Diagnostics);
}
} // namespace Flockwork
