#pragma once
#include <BulletCollision/BroadphaseCollision/btDbvt.h>

namespace Flockwork
{
// Visit(proxy) for each leaf whose box and whose ancestors' boxes pass Test(min, max). Everything is on the caller's
// stack: any number of threads may walk one tree.
template <typename TestType, typename VisitType>
void WalkTree(const btDbvtNode* Root, TestType&& Test, VisitType&& Visit)
{
	if (!Root)
	{
		return;
	}
	// On the stack until a tree is deeper than any healthy one.
	constexpr int StackSize = 256;
	const btDbvtNode* Memory[StackSize];
	btAlignedObjectArray<const btDbvtNode*> Stack;
	Stack.initializeFromBuffer(Memory, 0, StackSize);
	Stack.push_back(Root);
	while (Stack.size() > 0)
	{
		const btDbvtNode* Node = Stack[Stack.size() - 1];
		Stack.pop_back();
		if (!Test(Node->volume.Mins(), Node->volume.Maxs()))
		{
			continue;
		}
		if (Node->isinternal())
		{
			Stack.push_back(Node->childs[1]);
			Stack.push_back(Node->childs[0]);
		}
		else
		{
			Visit(*static_cast<btBroadphaseProxy*>(Node->data));
		}
	}
}
} // namespace Flockwork
