#include "RigSkeleton.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace Flockwork
{
namespace
{
constexpr double LargestShear = 1e-4; // a cosine; what single precision makes of right angles is below it
constexpr double Even = 1e-5;         // relative

bool IsEven(const glm::dvec3& Scale)
{
	const double Size = std::abs(Scale.x);
	return Size > 0.0 && std::abs(Scale.x - Scale.y) <= Even * Size && std::abs(Scale.x - Scale.z) <= Even * Size &&
	       Scale.x > 0.0;
}

// The even part of a scale, above 0.
double EvenPart(const glm::dvec3& Scale)
{
	const double Size = std::cbrt(std::abs(Scale.x * Scale.y * Scale.z));
	return Size > 1e-12 ? Size : 1.0;
}

// Whether a track ever takes its node away from where it rests.
bool Moves(const FRigTrack& Track, const FRigNode& Node)
{
	if (Track.Path == ERigPath::Weights)
	{
		return false;
	}
	const glm::dquat& R = Node.Rest.Rotation;
	const glm::dvec3& V = Track.Path == ERigPath::Scale ? Node.Rest.Scale : Node.Rest.Translation;
	const bool bTurns = Track.Path == ERigPath::Rotation;
	const double Rest[4] = {bTurns ? R.x : V.x, bTurns ? R.y : V.y, bTurns ? R.z : V.z, R.w};
	const size_t Width = Track.Width;
	const bool bCubic = Track.Mode == ERigMode::Cubic;
	for (size_t At = 0; At < Track.Values.size(); At += Width)
	{
		const bool bTangent = bCubic && At / Width % 3 != 1;
		double Same = 0.0;
		double Opposite = 0.0;
		for (size_t I = 0; I < Width; ++I)
		{
			const double Wanted = bTangent ? 0.0 : Rest[I];
			const double Size = 1e-6 * std::max(1.0, std::abs(Wanted));
			Same = std::max(Same, std::abs(Track.Values[At + I] - Wanted) / Size);
			Opposite = std::max(Opposite, std::abs(Track.Values[At + I] + Wanted) / Size);
		}
		if (Same > 1.0 && !(bTurns && Opposite <= 1.0))
		{
			return true;
		}
	}
	return false;
}
} // namespace

FRigTransform Combine(const FRigTransform& A, const FRigTransform& B)
{
	const double Size = EvenPart(A.Scale);
	const bool bMirrors = A.Scale.x * A.Scale.y * A.Scale.z < 0.0;
	// A mirror of Z commutes with a turn that is mirrored itself.
	const glm::dvec3 Mirror(1.0, 1.0, bMirrors ? -1.0 : 1.0);
	const glm::dquat Turn =
	    bMirrors ? glm::dquat(B.Rotation.w, -B.Rotation.x, -B.Rotation.y, B.Rotation.z) : B.Rotation;
	FRigTransform Out;
	Out.Translation = A.Translation + A.Rotation * (Mirror * B.Translation * Size);
	Out.Rotation = A.Rotation * Turn;
	Out.Scale = Mirror * B.Scale * Size;
	return Out;
}

void FRigSkeleton::Choose()
{
	const size_t Count = File->Nodes.size();
	std::vector<bool> bMoves(Count, false);
	for (const FRigClip& Clip : File->Clips)
	{
		for (const FRigTrack& Track : Clip.Tracks)
		{
			const size_t Node = size_t(Track.Node);
			bMoves[Node] = bMoves[Node] || Moves(Track, File->Nodes[Node]);
		}
	}
	bJoint.assign(Count, false);
	// A file without skins does not say what is a bone: what moves is.
	const bool bBones =
	    std::any_of(File->Nodes.begin(), File->Nodes.end(), [](const FRigNode& Node) { return Node.bBone; });
	std::vector<bool> bBelow(Count, false); // below a bone
	for (size_t Node = 0; Node < Count; ++Node)
	{
		const FRigNode& Each = File->Nodes[Node];
		const bool bBone = Each.bBone || (!bBones && bMoves[Node] && !Each.bShowsMesh);
		const bool bBelowParent = Each.Parent >= 0 && bBelow[size_t(Each.Parent)];
		bJoint[Node] = bBone || bMoves[Node] || (bBelowParent && !Each.bShowsMesh);
		bBelow[Node] = bBone || bBelowParent;
	}
	// Meshes that nothing carries carry themselves.
	for (const FRigMesh& Mesh : File->Meshes)
	{
		int32_t Node = Mesh.Skin >= 0 ? -1 : Mesh.Node;
		while (Node >= 0 && !bJoint[size_t(Node)])
		{
			Node = File->Nodes[size_t(Node)].Parent;
		}
		if (Mesh.Skin < 0 && Node < 0)
		{
			bJoint[size_t(Mesh.Node)] = true;
		}
	}
	std::vector<bool> bAbove(Count, false); // above a joint
	for (size_t Node = Count; Node-- > 0;)
	{
		const int32_t Parent = File->Nodes[Node].Parent;
		if (Parent >= 0 && (bJoint[Node] || bAbove[Node]))
		{
			bAbove[size_t(Parent)] = true;
		}
	}
	for (size_t Node = 0; Node < Count; ++Node)
	{
		const FRigNode& Each = File->Nodes[Node];
		const bool bInside = Each.Parent >= 0 && bJoint[size_t(Each.Parent)];
		bJoint[Node] = bJoint[Node] || (bAbove[Node] && (bInside || !IsEven(Each.Rest.Scale)));
	}
}

// All that is above a root stands still and is scaled evenly.
FRigTransform FRigSkeleton::PrefixOf(int32_t Node) const
{
	std::vector<int32_t> Above;
	for (int32_t At = File->Nodes[size_t(Node)].Parent; At >= 0; At = File->Nodes[size_t(At)].Parent)
	{
		Above.push_back(At);
	}
	double Shear = 0.0;
	FRigTransform Prefix = FRigTransform::FromMatrix(File->ToWorld, Shear);
	for (size_t Index = Above.size(); Index-- > 0;)
	{
		Prefix = Combine(Prefix, File->Nodes[size_t(Above[Index])].Rest);
	}
	return Prefix;
}

void FRigSkeleton::AddJoints(const std::string& Path, FDiagnostics& Diagnostics)
{
	std::set<std::string> Names;
	JointOf.assign(File->Nodes.size(), -1);
	for (size_t Node = 0; Node < File->Nodes.size(); ++Node)
	{
		if (!bJoint[Node])
		{
			continue;
		}
		const FRigNode& Source = File->Nodes[Node];
		FRigJoint Joint;
		Joint.Node = int32_t(Node);
		Joint.Parent = Source.Parent < 0 ? -1 : JointOf[size_t(Source.Parent)];
		const FRigTransform Prefix = Joint.Parent < 0 ? PrefixOf(Joint.Node) : FRigTransform{};
		const double Outer = Joint.Parent < 0 ? EvenPart(Prefix.Scale) : Joints[size_t(Joint.Parent)].Unit;
		Joint.Unit = Outer * EvenPart(Source.Rest.Scale);
		Joint.Name = Source.Name;
		for (size_t Number = 2; !Names.insert(Joint.Name).second; ++Number)
		{
			Joint.Name = Source.Name + "_" + std::to_string(Number);
		}
		if (Joint.Name != Source.Name)
		{
			Diagnostics.Warning(
			    {Path}, Source.Name, "is the name of more than one joint: this one is called " + Joint.Name);
		}
		JointOf[Node] = int32_t(Joints.size());
		Joints.push_back(std::move(Joint));
		Prefixes.push_back(Prefix);
	}
}

bool FRigSkeleton::Build(const std::string& Path, const FRigFile& InFile, FDiagnostics& Diagnostics)
{
	File = &InFile;
	for (const FRigNode& Node : File->Nodes)
	{
		if (Node.Shear > LargestShear)
		{
			Diagnostics.Error({Path}, Node.Name,
			    "is sheared, which joints cannot be: apply its scale and rotation in the modelling tool");
			return false;
		}
	}
	Choose();
	AddJoints(Path, Diagnostics);
	if (Joints.empty())
	{
		Diagnostics.Error({Path}, "", "has no joints: a character needs bones, or nodes that move or show a mesh");
	}
	return !Joints.empty();
}

int32_t FRigSkeleton::FindCarrier(int32_t Node) const
{
	while (Node >= 0 && JointOf[size_t(Node)] < 0)
	{
		Node = File->Nodes[size_t(Node)].Parent;
	}
	return Node < 0 ? -1 : JointOf[size_t(Node)];
}

glm::dmat4 FRigSkeleton::FromCarrier(int32_t Node) const
{
	glm::dmat4 Out(1.0);
	while (Node >= 0 && JointOf[size_t(Node)] < 0)
	{
		Out = File->Nodes[size_t(Node)].Rest.ToMatrix() * Out;
		Node = File->Nodes[size_t(Node)].Parent;
	}
	return Out;
}

glm::dmat4 FRigSkeleton::ToJoint(int32_t Joint) const
{
	FRigTransform Scaling;
	Scaling.Scale = glm::dvec3(Joints[size_t(Joint)].Unit);
	return Scaling.ToMatrix();
}

void FRigSkeleton::ComputeLocals(const std::vector<FRigTransform>& NodeLocals, std::vector<FRigTransform>& Out) const
{
	Out.resize(Joints.size());
	for (size_t Index = 0; Index < Joints.size(); ++Index)
	{
		const FRigJoint& Joint = Joints[Index];
		const FRigTransform& Local = NodeLocals[size_t(Joint.Node)];
		FRigTransform& Result = Out[Index];
		if (Joint.Parent < 0)
		{
			Result = Combine(Prefixes[Index], Local);
			Result.Scale = Result.Scale / Joint.Unit;
			continue;
		}
		const double Outer = Joints[size_t(Joint.Parent)].Unit;
		Result.Translation = Local.Translation * Outer;
		Result.Rotation = Local.Rotation;
		Result.Scale = Local.Scale * (Outer / Joint.Unit);
	}
}

void FRigSkeleton::ComputeModels(const std::vector<FRigTransform>& Locals, std::vector<glm::dmat4>& Out) const
{
	Out.resize(Joints.size());
	for (size_t Index = 0; Index < Joints.size(); ++Index)
	{
		const int32_t Parent = Joints[Index].Parent;
		const glm::dmat4 Local = Locals[Index].ToMatrix();
		Out[Index] = Parent < 0 ? Local : Out[size_t(Parent)] * Local;
	}
}
} // namespace Flockwork
