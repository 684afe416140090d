#pragma once
#include "FlockworkGame/CharacterLibrary.h"

namespace Flockwork
{
// Both of the model's rigs, where its character can run in lock step. Its meshes' PaletteStarts must be there.
void BuildLockStep(FCharacterModel& Model);
} // namespace Flockwork
