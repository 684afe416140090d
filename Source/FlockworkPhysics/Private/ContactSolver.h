#pragma once
// Bullet's sequential impulse solver with arrays that grow in strides. The stock solver makes room for exactly the
// bodies and contacts of a step, so every new largest pile allocates; a steady step must not. The impulses are the
// stock ones.
#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>
#include <algorithm>

namespace Flockwork
{
class FContactSolver final : public btSequentialImpulseConstraintSolver
{
public:
	btScalar solveGroup(btCollisionObject** Bodies, int BodyCount, btPersistentManifold** Manifolds, int ManifoldCount,
	    btTypedConstraint** Constraints, int ConstraintCount, const btContactSolverInfo& Info, btIDebugDraw* Drawer,
	    btDispatcher* Dispatcher) override
	{
		MakeRoom(m_tmpSolverBodyPool, BodyCount + 1); // and the one body that stands for all that is fixed
		const int Points = ManifoldCount * MANIFOLD_CACHE_SIZE;
		MakeRoom(m_orderTmpConstraintPool, Points);
		MakeRoom(m_orderFrictionConstraintPool, 2 * Points); // two directions, when the settings ask for both
		MakeRoom(m_tmpSolverContactConstraintPool, Points);
		MakeRoom(m_tmpSolverContactFrictionConstraintPool, 2 * Points);
		return btSequentialImpulseConstraintSolver::solveGroup(
		    Bodies, BodyCount, Manifolds, ManifoldCount, Constraints, ConstraintCount, Info, Drawer, Dispatcher);
	}

private:
	template <typename Value>
	static void MakeRoom(btAlignedObjectArray<Value>& Array, int Count)
	{
		constexpr int Least = 256;
		if (Array.capacity() < Count)
		{
			Array.reserve(std::max(2 * Count, Least));
		}
	}
};
} // namespace Flockwork
