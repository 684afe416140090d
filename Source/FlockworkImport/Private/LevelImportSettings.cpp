#include "FlockworkImport/LevelImportSettings.h"

namespace Flockwork
{
const FSettingsTable& FLevelImportSettings::Table()
{
	using FSelf = FLevelImportSettings;
	static const FSettingsTable Table =
	    TSettingsTableBuilder<FSelf>("import", "How a level file is read, and what reading it may cost.")
	        .Float("scale", &FSelf::Scale, "1", 1e-6, 1e6,
	            "Times what the file says of its units; 0.01 for an OBJ in centimetres.")
	        .EnumField("upAxis", &FSelf::UpAxis, {"auto", "y", "z"},
	            "The file's axis that stands up; auto takes the file's word for it, and Y where it says nothing.")
	        .Float("maxLinkClimb", &FSelf::MaxLinkClimb, "m", 0.0, 1000.0,
	            "A link whose ends differ more in height leads only down.")
	        .Float("maxSeconds", &FSelf::MaxSeconds, "s", 0.1, 3600.0,
	            "Processor time that reading may take; four times as long by the clock.")
	        .Int("maxMegabytes", &FSelf::MaxMegabytes, "MB", 64, 1048576,
	            "Memory that reading may take, and the most that may come of it.")
	        .Int("maxTriangles", &FSelf::MaxTriangles, "1", 1, 100000000,
	            "Triangles that a level may have, those of instances counted each.")
	        .Bool("cache", &FSelf::bCache, "Keeps what was read and built in files, for the next start.")
	        .String("cacheFolder", &FSelf::CacheFolder,
	            "Where they are kept; empty is beside the level, or the user's cache folder.")
	        .String("importer", &FSelf::Importer,
	            "The program that reads level files; empty is FlockworkImporter beside the executable or library.")
	        .Build();
	return Table;
}

void RegisterImportSettings(FSettingsRegistry& Registry)
{
	Registry.Add(FLevelImportSettings::Table());
}
} // namespace Flockwork
