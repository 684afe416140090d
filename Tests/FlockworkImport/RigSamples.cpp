#include "RigSamples.h"

#include "MotionReference.h"

#include <array>
#include <sstream>

namespace Flockwork
{
namespace
{
constexpr std::array<std::array<double, 3>, 8> Corners{{{-0.1, -0.1, 0.9}, {0.1, -0.1, 0.9}, {0.1, 0.1, 0.9},
    {-0.1, 0.1, 0.9}, {-0.1, -0.1, 1.3}, {0.1, -0.1, 1.3}, {0.1, 0.1, 1.3}, {-0.1, 0.1, 1.3}}};

// In the file's axes, in metres; Z is up.
std::array<glm::dmat4, 2> LocalsAt(int Frame)
{
	const double F = Frame;
	const glm::dmat4 Hips = Frame < 0 ? MoveMatrix({0.0, 0.0, 0.95}) * TurnMatrix(2, 10.0)
	                                  : MoveMatrix({0.02 * F, -0.05 * F, 0.95 + 0.01 * F}) *
	                                        TurnMatrices("ZYX", {4.0 * F, -7.0 * F, 30.0 - 5.0 * F});
	const glm::dmat4 Spine =
	    MoveMatrix({0.0, 0.01, 0.2}) * TurnMatrices("ZYX", Frame < 0 ? glm::dvec3(0.0) : glm::dvec3(9.0 * F, 3.0, -F));
	return {Hips, Spine};
}

glm::dmat4 ToFile(glm::dmat4 M, double Unit)
{
	M[3] = glm::dvec4(glm::dvec3(M[3]) / Unit, 1.0);
	return M;
}

// Row by row.
std::string Matrix(const glm::dmat4& M)
{
	std::ostringstream Text;
	Text.precision(12);
	for (int Index = 0; Index < 16; ++Index)
	{
		Text << M[Index % 4][Index / 4] << " ";
	}
	return Text.str();
}

std::string Source(const std::string& Id, const char* Kind, size_t Count, const std::string& Values, size_t Stride,
    const std::string& Parameters)
{
	std::ostringstream Text;
	Text << "<source id=\"" << Id << "\">\n<" << Kind << "_array id=\"" << Id << "-a\" count=\"" << Count << "\">"
	     << Values << "</" << Kind << "_array>\n<technique_common><accessor source=\"#" << Id << "-a\" count=\""
	     << Count / Stride << "\" stride=\"" << Stride << "\">" << Parameters
	     << "</accessor></technique_common>\n</source>\n";
	return Text.str();
}

std::string Parameter(const char* Name, const char* Type)
{
	return std::string("<param name=\"") + Name + "\" type=\"" + Type + "\"/>";
}

std::string Geometry(double Unit)
{
	std::ostringstream Places;
	for (const auto& Corner : Corners)
	{
		Places << Corner[0] / Unit << " " << Corner[1] / Unit << " " << Corner[2] / Unit << " ";
	}
	return "<library_geometries><geometry id=\"g\" name=\"g\"><mesh>\n" +
	       Source("g-p", "float", 24, Places.str(), 3,
	           Parameter("X", "float") + Parameter("Y", "float") + Parameter("Z", "float")) +
	       "<vertices id=\"g-v\"><input semantic=\"POSITION\" source=\"#g-p\"/></vertices>\n"
	       "<triangles count=\"8\"><input semantic=\"VERTEX\" source=\"#g-v\" offset=\"0\"/>\n"
	       "<p>0 1 4 1 5 4 1 2 5 2 6 5 2 3 6 3 7 6 3 0 7 0 4 7</p></triangles>\n"
	       "</mesh></geometry></library_geometries>\n";
}

std::string Controller(double Unit)
{
	const std::array<glm::dmat4, 2> Locals = LocalsAt(-1);
	return "<library_controllers><controller id=\"c\"><skin source=\"#g\">\n"
	       "<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>\n" +
	       Source("c-j", "Name", 2, "Hips Spine", 1, Parameter("JOINT", "name")) +
	       Source("c-m", "float", 32,
	           Matrix(ToFile(glm::inverse(Locals[0]), Unit)) +
	               Matrix(ToFile(glm::inverse(Locals[0] * Locals[1]), Unit)),
	           16, Parameter("TRANSFORM", "float4x4")) +
	       Source("c-w", "float", 2, "1 0.5", 1, Parameter("WEIGHT", "float")) +
	       "<joints><input semantic=\"JOINT\" source=\"#c-j\"/><input semantic=\"INV_BIND_MATRIX\" "
	       "source=\"#c-m\"/></joints>\n<vertex_weights count=\"8\"><input semantic=\"JOINT\" source=\"#c-j\" "
	       "offset=\"0\"/><input semantic=\"WEIGHT\" source=\"#c-w\" offset=\"1\"/>\n<vcount>1 1 1 1 2 2 2 2</vcount>\n"
	       "<v>0 0 0 0 0 0 0 0 0 1 1 1 0 1 1 1 0 1 1 1 0 1 1 1</v></vertex_weights>\n"
	       "</skin></controller></library_controllers>\n";
}

std::string Animation(const std::string& Joint, size_t Index, double Unit)
{
	std::ostringstream Times;
	std::string Matrices;
	std::string Modes;
	for (int Frame = 0; Frame < DaeFrames; ++Frame)
	{
		Times << Frame / 30.0 << " ";
		Matrices += Matrix(ToFile(LocalsAt(Frame)[Index], Unit));
		Modes += "LINEAR ";
	}
	const std::string Id = "a" + std::to_string(Index);
	return "<animation id=\"" + Id + "\">\n" +
	       Source(Id + "-i", "float", DaeFrames, Times.str(), 1, Parameter("TIME", "float")) +
	       Source(Id + "-o", "float", DaeFrames * 16, Matrices, 16, Parameter("TRANSFORM", "float4x4")) +
	       Source(Id + "-m", "Name", DaeFrames, Modes, 1, Parameter("INTERPOLATION", "name")) + "<sampler id=\"" + Id +
	       "-s\"><input semantic=\"INPUT\" source=\"#" + Id + "-i\"/><input semantic=\"OUTPUT\" source=\"#" + Id +
	       "-o\"/><input semantic=\"INTERPOLATION\" source=\"#" + Id + "-m\"/></sampler>\n<channel source=\"#" + Id +
	       "-s\" target=\"" + Joint + "/transform\"/>\n</animation>\n";
}

std::string JointNode(const std::string& Name, const glm::dmat4& Local, const std::string& Children)
{
	return "<node id=\"" + Name + "\" sid=\"" + Name + "\" name=\"" + Name +
	       "\" type=\"JOINT\"><matrix sid=\"transform\">" + Matrix(Local) + "</matrix>\n" + Children + "</node>\n";
}

// From the file's axes to Y up.
glm::dmat4 Upright(const FSampleDae& Sample)
{
	return Sample.bZUp ? TurnMatrix(0, -90.0) : glm::dmat4(1.0);
}

glm::dvec3 HipsOfBvh(int Frame)
{
	return {0.1 * Frame, 0.9 + 0.02 * Frame, -0.05 * Frame};
}

glm::dvec3 AnglesOfBvh(int Frame, int Joint)
{
	return {10.0 * Frame + 5.0 * Joint, -20.0 * Frame + 7.0, 35.0 * Frame - 11.0 * Joint};
}
} // namespace

std::string MakeRiggedDae(const FSampleDae& Sample)
{
	const double U = Sample.UnitInMeters;
	const std::array<glm::dmat4, 2> Rest = LocalsAt(-1);
	std::ostringstream Unit;
	Unit << U;
	return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<COLLADA "
	       "xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n<asset><unit name=\"unit\" "
	       "meter=\"" +
	       Unit.str() + "\"/><up_axis>" + (Sample.bZUp ? "Z_UP" : "Y_UP") + "</up_axis></asset>\n" + Geometry(U) +
	       Controller(U) + "<library_animations>\n" + Animation("Hips", 0, U) + Animation("Spine", 1, U) +
	       "</library_animations>\n<library_visual_scenes><visual_scene id=\"s\" name=\"s\">\n" +
	       JointNode("Hips", ToFile(Rest[0], U), JointNode("Spine", ToFile(Rest[1], U), "")) +
	       "<node id=\"n\" name=\"" + Sample.MeshName +
	       "\" type=\"NODE\"><instance_controller url=\"#c\"><skeleton>#Hips</skeleton></instance_controller></node>\n"
	       "</visual_scene></library_visual_scenes>\n<scene><instance_visual_scene url=\"#s\"/></scene>\n</COLLADA>\n";
}

std::vector<glm::dmat4> DaeJointsAt(const FSampleDae& Sample, int Frame)
{
	const std::array<glm::dmat4, 2> Locals = LocalsAt(Frame);
	const glm::dmat4 Hips = Upright(Sample) * Locals[0];
	return {Hips, Hips * Locals[1]};
}

std::vector<glm::dvec3> DaeVerticesAt(const FSampleDae& Sample, int Frame)
{
	const std::array<glm::dmat4, 2> Bound = LocalsAt(-1);
	const std::vector<glm::dmat4> Now = DaeJointsAt(Sample, Frame);
	std::vector<glm::dvec3> Out;
	for (size_t Corner = 0; Corner < Corners.size(); ++Corner)
	{
		const glm::dvec4 Place(Corners[Corner][0], Corners[Corner][1], Corners[Corner][2], 1.0);
		const glm::dvec3 ByHips(Now[0] * glm::inverse(Bound[0]) * Place);
		const glm::dvec3 BySpine(Now[1] * glm::inverse(Bound[0] * Bound[1]) * Place);
		Out.push_back(Corner < 4 ? ByHips : (ByHips + BySpine) * 0.5);
	}
	return Out;
}

std::string MakeSampleBvh(const std::string& FrameTime)
{
	std::ostringstream Text;
	Text << "HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0.9 0\n"
	     << "\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
	     << "\tJOINT Left Knee\n\t{\n\t\tOFFSET 0.1 -0.4 0.02\n\t\tCHANNELS 4 Yposition Xrotation Yrotation Zrotation\n"
	     << "\t\tJOINT Foot\n\t\t{\n\t\t\tOFFSET 0 -0.45 0\n\t\t\tCHANNELS 0\n"
	     << "\t\t\tEnd Site\n\t\t\t{\n\t\t\t\tOFFSET 0 -0.05 0.15\n\t\t\t}\n\t\t}\n\t}\n}\n"
	     << "MOTION\nFrames: " << BvhFrames << "\nFrame Time: " << FrameTime << "\n";
	for (int Frame = 0; Frame < BvhFrames; ++Frame)
	{
		const glm::dvec3 P = HipsOfBvh(Frame);
		const glm::dvec3 A = AnglesOfBvh(Frame, 0);
		const glm::dvec3 B = AnglesOfBvh(Frame, 1);
		Text << P.x << " " << P.y << " " << P.z << " " << A.z << " " << A.x << " " << A.y << " " << -0.4 - 0.01 * Frame
		     << " " << B.x << " " << B.y << " " << B.z << "\n";
	}
	return Text.str();
}

std::vector<glm::dmat4> BvhJointsAt(int Frame)
{
	const glm::dmat4 Hips = MoveMatrix(HipsOfBvh(Frame)) * TurnMatrices("ZXY", AnglesOfBvh(Frame, 0));
	const glm::dmat4 Knee =
	    Hips * MoveMatrix({0.1, -0.4 - 0.01 * Frame, 0.02}) * TurnMatrices("XYZ", AnglesOfBvh(Frame, 1));
	const glm::dmat4 Foot = Knee * MoveMatrix({0.0, -0.45, 0.0});
	return {Hips, Knee, Foot, Foot * MoveMatrix({0.0, -0.05, 0.15})};
}
} // namespace Flockwork
