#include "FlockworkImport/ImportedLevel.h"

namespace Flockwork
{
const FLevelMarker* FImportedLevel::FindMarker(std::string_view Name) const
{
	for (const FLevelMarker& Marker : Markers)
	{
		if (Marker.Name == Name)
		{
			return &Marker;
		}
	}
	return nullptr;
}

std::vector<const FLevelMarker*> FImportedLevel::GetMarkers(ELevelMarker Kind) const
{
	std::vector<const FLevelMarker*> Found;
	for (const FLevelMarker& Marker : Markers)
	{
		if (Marker.Kind == Kind)
		{
			Found.push_back(&Marker);
		}
	}
	return Found;
}
} // namespace Flockwork
