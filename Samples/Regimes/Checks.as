// The figures of Couzin et al. 2002, as means over the last seconds of each part of the ramp.
const array<float> PartEnds = {8, 31, 46, 60};   // s: narrow, medium, wide, medium again
const array<float> PartLengths = {5, 10, 3, 8};  // s before its end that are measured
array<int> Counts(4);
array<float> Polarisations(4); // sums
array<float> Millings(4);

void DeclareChecks()
{
	Check("swarm", "narrow: polarisation below 0.25, milling below 0.4", "IsSwarm", ECheckWhen::AtTime, PartEnds[0]);
	Check("mill", "medium: milling over 0.7, polarisation below 0.35", "IsMill", ECheckWhen::AtTime, PartEnds[1]);
	Check("parallel", "wide: polarisation over 0.99", "IsParallel", ECheckWhen::AtTime, PartEnds[2]);
	Check("straight", "wide: milling below 0.1", "IsStraight", ECheckWhen::AtTime, PartEnds[2]);
	Check("hysteresis", "medium again: polarisation still over 0.95", "IsStillParallel", ECheckWhen::AtTime, PartEnds[3]);
}

void Measure(const FFlockMetrics& in Now)
{
	const float Time = float(GetTime());
	for (uint Part = 0; Part < PartEnds.length(); Part++)
	{
		if (Time > PartEnds[Part] - PartLengths[Part] && Time < PartEnds[Part])
		{
			Counts[Part]++;
			Polarisations[Part] += Now.Polarisation;
			Millings[Part] += Now.Milling;
		}
	}
}
float MeanOf(const array<float>& in Sums, int Part) { return Sums[Part] / FMath::Max(float(Counts[Part]), 1.0f); }

bool IsSwarm(float& out Polarisation)
{
	Polarisation = MeanOf(Polarisations, 0);
	return Counts[0] > 0 && Polarisation < 0.25f && MeanOf(Millings, 0) < 0.4f;
}
bool IsMill(float& out Milling)
{
	Milling = MeanOf(Millings, 1);
	return Milling > 0.7f && MeanOf(Polarisations, 1) < 0.35f;
}
bool IsParallel(float& out Polarisation)
{
	Polarisation = MeanOf(Polarisations, 2);
	return Polarisation > 0.99f;
}
bool IsStraight(float& out Milling)
{
	Milling = MeanOf(Millings, 2);
	return Counts[2] > 0 && Milling < 0.1f;
}
bool IsStillParallel(float& out Polarisation)
{
	Polarisation = MeanOf(Polarisations, 3);
	return Polarisation > 0.95f;
}
