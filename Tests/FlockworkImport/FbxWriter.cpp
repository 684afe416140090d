#include "FbxWriter.h"

#include "MotionReference.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <sstream>

namespace Flockwork
{
namespace
{
constexpr int64_t TicksPerSecond = 46186158000;
constexpr std::array<std::array<double, 3>, 8> Corners{{{-10, 90, -10}, {10, 90, -10}, {10, 90, 10}, {-10, 90, 10},
    {-10, 130, -10}, {10, 130, -10}, {10, 130, 10}, {-10, 130, 10}}};
constexpr const char* Faces = "0,1,2,-4,4,7,6,-6,0,4,5,-2,1,5,6,-3,2,6,7,-4,3,7,4,-1";

struct FKeys
{
	glm::dvec3 Place{0.0};
	glm::dvec3 Angles{0.0}; // degrees
};

// Frame -1: what the nodes hold.
FKeys HipsAt(int Frame)
{
	return Frame < 0 ? FKeys{{0.0, 95.0, 0.0}, {0.0, 0.0, 0.0}}
	                 : FKeys{{2.0 * Frame, 95.0 + Frame, 5.0 * Frame}, {4.0 * Frame, 30.0 - 9.0 * Frame, 3.0 * Frame}};
}

FKeys SpineAt(int Frame)
{
	return {{1.0, 20.0, 2.0},
	    Frame < 0 ? glm::dvec3(3.0, 0.0, 0.0) : glm::dvec3(5.0 + 12.0 * Frame, -8.0 * Frame, 20.0 - 7.0 * Frame)};
}

glm::dmat4 SpineLocal(const FSampleFbx& Sample, int Frame)
{
	const FKeys Keys = SpineAt(Frame);
	// An order of XYZ turns about X first: it stands rightmost in the product.
	std::string Order = Sample.RotationOrder;
	std::reverse(Order.begin(), Order.end());
	return MoveMatrix(Keys.Place) * MoveMatrix(Sample.RotationOffset) * MoveMatrix(Sample.RotationPivot) *
	       TurnMatrices("ZYX", Sample.PreRotation) * TurnMatrices(Order, Keys.Angles) *
	       glm::inverse(TurnMatrices("ZYX", Sample.PostRotation)) * MoveMatrix(-Sample.RotationPivot);
}

std::vector<glm::dmat4> JointsInFile(const FSampleFbx& Sample, int Frame)
{
	const FKeys Hips = HipsAt(Frame);
	const glm::dmat4 HipsModel = MoveMatrix(Hips.Place) * TurnMatrices("ZYX", Hips.Angles);
	const glm::dmat4 SpineModel = HipsModel * SpineLocal(Sample, Frame);
	return {HipsModel, SpineModel, SpineModel * MoveMatrix({0.0, 30.0, 0.0})};
}

std::string Vector(const glm::dvec3& V)
{
	std::ostringstream Text;
	Text.precision(12);
	Text << V.x << "," << V.y << "," << V.z;
	return Text.str();
}

std::string Matrix(const glm::dmat4& M)
{
	std::ostringstream Text;
	Text.precision(15);
	for (int Index = 0; Index < 16; ++Index)
	{
		Text << (Index > 0 ? "," : "") << M[Index / 4][Index % 4];
	}
	return Text.str();
}

int OrderNumber(const std::string& Order)
{
	constexpr std::array<const char*, 6> Orders{"XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX"};
	return int(std::find(Orders.begin(), Orders.end(), Order) - Orders.begin());
}

void AddModel(std::ostringstream& Text, int Id, const std::string& Name, const char* Kind, const std::string& More)
{
	Text << "\tModel: " << Id << ", \"Model::" << Name << "\", \"" << Kind << "\" {\n\t\tVersion: 232\n"
	     << "\t\tProperties70:  {\n"
	     << More << "\t\t}\n\t\tShading: T\n\t\tCulling: \"CullingOff\"\n\t}\n";
}

std::string Property(const char* Name, const char* Kind, const std::string& Value)
{
	return "\t\t\tP: \"" + std::string(Name) + "\", \"" + Kind + "\", \"\", \"A\"," + Value + "\n";
}

void AddMesh(std::ostringstream& Text)
{
	Text << "\tGeometry: 1000, \"Geometry::g\", \"Mesh\" {\n\t\tVertices: *24 {\n\t\t\ta: ";
	for (size_t Corner = 0; Corner < 8; ++Corner)
	{
		Text << (Corner > 0 ? "," : "") << Corners[Corner][0] << "," << Corners[Corner][1] << "," << Corners[Corner][2];
	}
	Text << "\n\t\t}\n\t\tPolygonVertexIndex: *24 {\n\t\t\ta: " << Faces << "\n\t\t}\n\t\tGeometryVersion: 124\n"
	     << "\t\tLayerElementMaterial: 0 {\n\t\t\tVersion: 101\n\t\t\tName: \"\"\n\t\t\tMappingInformationType: "
	        "\"AllSame\"\n"
	     << "\t\t\tReferenceInformationType: \"IndexToDirect\"\n\t\t\tMaterials: *1 {\n\t\t\t\ta: 0\n\t\t\t}\n\t\t}\n"
	     << "\t\tLayer: 0 {\n\t\t\tVersion: 100\n\t\t\tLayerElement:  {\n\t\t\t\tType: \"LayerElementMaterial\"\n"
	     << "\t\t\t\tTypedIndex: 0\n\t\t\t}\n\t\t}\n\t}\n";
}

void AddCluster(
    std::ostringstream& Text, int Id, const char* Indices, const char* Weights, size_t Count, const glm::dmat4& Bound)
{
	Text << "\tDeformer: " << Id << ", \"SubDeformer::c\", \"Cluster\" {\n\t\tVersion: 100\n\t\tIndexes: *" << Count
	     << " {\n\t\t\ta: " << Indices << "\n\t\t}\n\t\tWeights: *" << Count << " {\n\t\t\ta: " << Weights
	     << "\n\t\t}\n\t\tTransform: *16 {\n\t\t\ta: " << Matrix(glm::inverse(Bound))
	     << "\n\t\t}\n\t\tTransformLink: *16 {\n\t\t\ta: " << Matrix(Bound) << "\n\t\t}\n\t}\n";
}

// One curve a component; ids from First on.
void AddCurves(std::ostringstream& Text, int First, bool bPlaces, FKeys (*At)(int), double FirstKey)
{
	Text << "\tAnimationCurveNode: " << First << ", \"AnimCurveNode::" << (bPlaces ? "T" : "R")
	     << "\", \"\" {\n\t\tProperties70:  {\n\t\t\tP: \"d|X\", \"Number\", \"\", \"A\",0\n\t\t\tP: \"d|Y\", "
	        "\"Number\", \"\", \"A\",0\n\t\t\tP: \"d|Z\", \"Number\", \"\", \"A\",0\n\t\t}\n\t}\n";
	for (int Axis = 0; Axis < 3; ++Axis)
	{
		std::ostringstream Times;
		std::ostringstream Values;
		Values.precision(12);
		for (int Frame = 0; Frame < FbxFrames; ++Frame)
		{
			Times << (Frame > 0 ? "," : "") << TicksPerSecond * Frame / 30 + int64_t(double(TicksPerSecond) * FirstKey);
			Values << (Frame > 0 ? "," : "") << (bPlaces ? At(Frame).Place : At(Frame).Angles)[Axis];
		}
		Text << "\tAnimationCurve: " << First + 1 + Axis
		     << ", \"AnimCurve::\", \"\" {\n\t\tDefault: 0\n\t\tKeyVer: 4009\n"
		     << "\t\tKeyTime: *" << FbxFrames << " {\n\t\t\ta: " << Times.str() << "\n\t\t}\n\t\tKeyValueFloat: *"
		     << FbxFrames << " {\n\t\t\ta: " << Values.str()
		     << "\n\t\t}\n\t\tKeyAttrFlags: *1 {\n\t\t\ta: 24836\n\t\t}\n\t\tKeyAttrDataFloat: *4 {\n\t\t\ta: 0,0,0,0\n"
		     << "\t\t}\n\t\tKeyAttrRefCount: *1 {\n\t\t\ta: " << FbxFrames << "\n\t\t}\n\t}\n";
	}
}

std::string Curves(int First, int Model, const char* Name)
{
	std::ostringstream Text;
	Text << "\tC: \"OO\"," << First << ",5001\n\tC: \"OP\"," << First << "," << Model << ", \"" << Name << "\"\n";
	for (int Axis = 0; Axis < 3; ++Axis)
	{
		Text << "\tC: \"OP\"," << First + 1 + Axis << "," << First << ", \"d|"
		     << "XYZ"[Axis] << "\"\n";
	}
	return Text.str();
}
} // namespace

std::string MakeRiggedFbx(const FSampleFbx& Sample)
{
	std::ostringstream Text;
	Text << "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 7400\n}\n"
	     << "GlobalSettings:  {\n\tVersion: 1000\n\tProperties70:  {\n"
	     << "\t\tP: \"UpAxis\", \"int\", \"Integer\", \"\",1\n\t\tP: \"UpAxisSign\", \"int\", \"Integer\", \"\",1\n"
	     << "\t\tP: \"FrontAxis\", \"int\", \"Integer\", \"\",2\n\t\tP: \"FrontAxisSign\", \"int\", \"Integer\", "
	        "\"\",1\n"
	     << "\t\tP: \"CoordAxis\", \"int\", \"Integer\", \"\",0\n\t\tP: \"CoordAxisSign\", \"int\", \"Integer\", "
	        "\"\",1\n"
	     << "\t\tP: \"UnitScaleFactor\", \"double\", \"Number\", \"\"," << Sample.UnitScaleFactor
	     << "\n\t}\n}\nObjects:  {\n";
	const std::string Moved = Property("Lcl Translation", "Lcl Translation", "0,0,0");
	if (Sample.bMesh)
	{
		AddMesh(Text);
	}
	if (Sample.bMesh && Sample.bMeshFirst)
	{
		AddModel(Text, 4000, Sample.MeshName, "Mesh", Moved);
	}
	AddModel(Text, 2000, "Hips", "LimbNode", Property("Lcl Translation", "Lcl Translation", Vector(HipsAt(-1).Place)));
	AddModel(Text, 2001, "Spine", "LimbNode",
	    Property("RotationOffset", "Vector3D", Vector(Sample.RotationOffset)) +
	        Property("RotationPivot", "Vector3D", Vector(Sample.RotationPivot)) +
	        "\t\t\tP: \"RotationOrder\", \"enum\", \"\", \"\"," + std::to_string(OrderNumber(Sample.RotationOrder)) +
	        "\n\t\t\tP: \"RotationActive\", \"bool\", \"\", \"\",1\n" +
	        Property("PreRotation", "Vector3D", Vector(Sample.PreRotation)) +
	        Property("PostRotation", "Vector3D", Vector(Sample.PostRotation)) +
	        Property("Lcl Translation", "Lcl Translation", Vector(SpineAt(-1).Place)) +
	        Property("Lcl Rotation", "Lcl Rotation", Vector(SpineAt(-1).Angles)));
	AddModel(Text, 2002, "Head", "LimbNode", Property("Lcl Translation", "Lcl Translation", "0,30,0"));
	if (Sample.bMesh && !Sample.bMeshFirst)
	{
		AddModel(Text, 4000, Sample.MeshName, "Mesh", Moved);
	}
	if (Sample.bMesh)
	{
		const std::vector<glm::dmat4> Bound = JointsInFile(Sample, -1);
		Text << "\tDeformer: 6000, \"Deformer::s\", \"Skin\" {\n\t\tVersion: 101\n\t}\n";
		AddCluster(Text, 6001, "0,1,2,3,4,5,6,7", "1,1,1,1,0.5,0.5,0.5,0.5", 8, Bound[0]);
		AddCluster(Text, 6002, "4,5,6,7", "0.5,0.5,0.5,0.5", 4, Bound[1]);
	}
	if (!Sample.Picture.empty())
	{
		Text << "\tMaterial: 7000, \"Material::Skin\", \"\" {\n\t\tVersion: 102\n\t\tShadingModel: \"phong\"\n"
		     << "\t\tProperties70:  {\n\t\t\tP: \"DiffuseColor\", \"Color\", \"\", \"A\",0.5,0.25,0.125\n\t\t}\n\t}\n"
		     << "\tTexture: 7100, \"Texture::Pixel\", \"\" {\n\t\tType: \"TextureVideoClip\"\n\t\tVersion: 202\n"
		     << "\t\tTextureName: \"Texture::Pixel\"\n\t\tFileName: \"" << Sample.Picture
		     << "\"\n\t\tRelativeFilename: \"" << Sample.Picture << "\"\n\t}\n";
	}
	Text << "\tAnimationStack: 5000, \"AnimStack::Walk\", \"\" {\n\t\tProperties70:  {\n"
	     << "\t\t\tP: \"LocalStop\", \"KTime\", \"Time\", \"\"," << int64_t(Sample.ClaimedEnd * double(TicksPerSecond))
	     << "\n\t\t}\n\t}\n\tAnimationLayer: 5001, \"AnimLayer::Base\", \"\" {\n\t}\n";
	AddCurves(Text, 5100, true, &HipsAt, Sample.FirstKey);
	AddCurves(Text, 5110, false, &HipsAt, Sample.FirstKey);
	AddCurves(Text, 5120, false, &SpineAt, Sample.FirstKey);
	Text << "}\nConnections:  {\n\tC: \"OO\",2000,0\n\tC: \"OO\",2001,2000\n\tC: \"OO\",2002,2001\n\tC: "
	        "\"OO\",5001,5000\n"
	     << Curves(5100, 2000, "Lcl Translation") << Curves(5110, 2000, "Lcl Rotation")
	     << Curves(5120, 2001, "Lcl Rotation");
	if (Sample.bMesh)
	{
		Text << "\tC: \"OO\",4000,0\n\tC: \"OO\",1000,4000\n\tC: \"OO\",6000,1000\n\tC: \"OO\",6001,6000\n"
		     << "\tC: \"OO\",6002,6000\n\tC: \"OO\",2000,6001\n\tC: \"OO\",2001,6002\n";
	}
	if (!Sample.Picture.empty())
	{
		Text << "\tC: \"OO\",7000,4000\n\tC: \"OP\",7100,7000, \"DiffuseColor\"\n";
	}
	Text << "}\n";
	return Text.str();
}

std::vector<glm::dmat4> FbxJointsAt(const FSampleFbx& Sample, int Frame)
{
	std::vector<glm::dmat4> Joints = JointsInFile(Sample, Frame);
	for (glm::dmat4& Joint : Joints)
	{
		Joint[3] = glm::dvec4(glm::dvec3(Joint[3]) * Sample.UnitScaleFactor * 0.01, 1.0);
	}
	return Joints;
}

std::vector<glm::dvec3> FbxVerticesAt(const FSampleFbx& Sample, int Frame)
{
	const std::vector<glm::dmat4> Bound = JointsInFile(Sample, -1);
	const std::vector<glm::dmat4> Now = JointsInFile(Sample, Frame);
	std::vector<glm::dvec3> Out;
	for (size_t Corner = 0; Corner < 8; ++Corner)
	{
		const glm::dvec4 Place(Corners[Corner][0], Corners[Corner][1], Corners[Corner][2], 1.0);
		const glm::dvec3 ByHips(Now[0] * glm::inverse(Bound[0]) * Place);
		const glm::dvec3 BySpine(Now[1] * glm::inverse(Bound[1]) * Place);
		Out.push_back((Corner < 4 ? ByHips : (ByHips + BySpine) * 0.5) * Sample.UnitScaleFactor * 0.01);
	}
	return Out;
}
} // namespace Flockwork
