#pragma once
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkPhysics/PhysicsTypes.h"

namespace Flockwork
{
// Each names every fault it finds and answers whether there was none.
bool ValidateShape(const FShapeDef& Def, FDiagnostics& Diagnostics);
// After scaling: sizes within what Bullet can work with. Takes triangles without area out of meshes, with a warning.
bool ValidateScaledShape(FShapeDef& Def, FDiagnostics& Diagnostics);
bool ValidateBody(const FBodyDef& Def, FDiagnostics& Diagnostics);
} // namespace Flockwork
