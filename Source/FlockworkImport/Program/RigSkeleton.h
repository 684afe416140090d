#pragma once
// Which of a file's nodes are joints, and where they are in metres. Units and axes go into the roots; a joint's even
// scale at rest goes into its children's places, so that joints are not scaled unless the file squeezes or grows them.
#include "FlockworkCore/Diagnostics.h"
#include "RigFile.h"
#include "RigSampler.h"

#include <string>
#include <vector>

namespace Flockwork
{
struct FRigJoint
{
	std::string Name; // unique
	int32_t Node = -1;
	int32_t Parent = -1; // a joint, always before its children
	double Unit = 1.0;   // metres a unit of the joint's own space in the file, at rest
};

class FRigSkeleton
{
public:
	// Bones, what is below them, what moves, what shows a mesh that nothing else carries, and what is between any two.
	// False with errors when there is no joint, or a node's matrix is sheared.
	bool Build(const std::string& Path, const FRigFile& InFile, FDiagnostics& Diagnostics);
	const std::vector<FRigJoint>& GetJoints() const { return Joints; }
	// The joint that carries a node: itself, or the nearest above. -1 when there is none.
	int32_t FindCarrier(int32_t Node) const;
	// From a node's space to its carrier's, in the file's units.
	glm::dmat4 FromCarrier(int32_t Node) const;
	// From the joint's space in the file to ours, in metres.
	glm::dmat4 ToJoint(int32_t Joint) const;
	// The joints' places from their parents in metres, of locals of all nodes.
	void ComputeLocals(const std::vector<FRigTransform>& NodeLocals, std::vector<FRigTransform>& Out) const;
	// Of the above.
	void ComputeModels(const std::vector<FRigTransform>& Locals, std::vector<glm::dmat4>& Out) const;

private:
	void Choose();
	void AddJoints(const std::string& Path, FDiagnostics& Diagnostics);
	FRigTransform PrefixOf(int32_t Node) const;

	const FRigFile* File = nullptr;
	std::vector<bool> bJoint;     // by node
	std::vector<int32_t> JointOf; // by node; -1: none
	std::vector<FRigJoint> Joints;
	std::vector<FRigTransform> Prefixes; // of roots: from the file's world and all still nodes above to ours
};

// A after B: B is applied first. Exact when A's scale is even, but for its sign.
FRigTransform Combine(const FRigTransform& A, const FRigTransform& B);
} // namespace Flockwork
