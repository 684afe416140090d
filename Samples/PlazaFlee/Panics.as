// Three times something comes that people run from; the third comes after them.
const float SafeRadius = 25;  // m, flee.safeRadius of the people
const float DetectionRadius = 20; // m, flee.detectionRadius: who is safe runs again when it comes that near
const float ChaseSpeed = 3.5f; // m/s

array<AActor> Threats;
array<FVector> ThreatPlaces; // of those that are there
array<float> PanickedAt(512); // of each person: s when it took fright in this panic; Never: it did not
const float Never = 1e9f;
const float TimeToEscape = 10; // s; who took fright later is not counted
array<float> Escaped;        // of each panic: share of those who had a way out that is beyond SafeRadius at its end
array<int> Fled;             // of each panic: how many
array<int> Cornered;         // of each panic: how many of them had no way out at its end
int Chase = -1;
float Closest = 100;         // m between the chaser and whoever it came nearest to, after its first second
double ChaseStart = 0;       // s

void DropFirst()
{
	BeginPanic();
	DropZombie(FVector(0, 0.9f, 4));
	Caption("A zombie on the square", 4);
}

void DropSecond()
{
	BeginPanic();
	DropZombie(FVector(-16.5f, 0.9f, 10.4f));
	DropZombie(FVector(13, 0.9f, -13));
	Caption("Two of them", 4);
}

void DropThird()
{
	BeginPanic();
	Drop(GetMarkers("Spawn_05")[0] + FVector(0, 0.9f, 0), "{\"body\": {\"shape\": \"capsule\", \"radius\": 0.3, "
		"\"halfHeight\": 0.6, \"mass\": 70, \"friction\": 0, \"gravity\": true, \"lockRotation\": true, "
		"\"layer\": \"threat\"}, \"navAgent\": {\"crowdId\": \"Hunters\", \"speed\": " + ChaseSpeed + "}, "
		"\"threat\": {\"speed\": " + ChaseSpeed + "}, ");
	ChaseStart = GetTime();
	Chase = Every(0.25, "RunAfterNearest");
	Caption("This one runs", 4);
}

// It stands where it was dropped.
void DropZombie(const FVector& in Place)
{
	Drop(Place, "{\"body\": {\"type\": \"kinematic\", \"shape\": \"capsule\", \"radius\": 0.3, \"halfHeight\": 0.6, "
		"\"layer\": \"threat\", \"collidesWith\": \"none\"}, \"threat\": {}, ");
}

void Drop(const FVector& in Place, const string& in Changes)
{
	const string Look = "\"visual\": {\"species\": \"zombie\", \"color\": [0.12, 0.42, 0.06], \"scale\": 1.35, "
		"\"offset\": [0, -0.9, 0], \"strideLength\": 1.6, \"idleRate\": 0.4}}";
	Threats.insertLast(SpawnActor("", Place, "", Changes + Look));
	ThreatPlaces.insertLast(Place);
}

void RunAfterNearest()
{
	int Nearest = -1;
	float Best = 1e9f;
	ThreatPlaces[0] = Threats[0].GetLocation();
	for (int Person = 0; Person < int(People.length()); Person++)
	{
		const float Distance = (People[Person].GetLocation() - ThreatPlaces[0]).Size();
		if (Distance < Best)
		{
			Best = Distance;
			Nearest = Person;
		}
	}
	if (GetTime() > ChaseStart + 1)
		Closest = FMath::Min(Closest, Best);
	if (Nearest >= 0)
		Threats[0].SetGoal(People[Nearest].GetFeet());
}

void StopChase()
{
	Cancel(Chase);
	Threats[0].ClearGoal();
	SetSetting("threat.speed", 0.0f, Threats[0].GetName());
	Caption("It is out of breath", 3);
}

void BeginPanic()
{
	for (uint Person = 0; Person < PanickedAt.length(); Person++)
		PanickedAt[Person] = Never;
}

// Notes who got away, and takes the threats out of the world.
void EndPanic()
{
	const float Reach = Chase < 0 ? SafeRadius : DetectionRadius;
	int Count = 0;
	int Beyond = 0;
	int WithoutWay = 0;
	for (int Person = 0; Person < int(People.length()); Person++)
	{
		if (GetTime() - PanickedAt[Person] < TimeToEscape)
			continue;
		Count++;
		if (IsFarFromThreats(People[Person].GetFeet(), Reach))
			Beyond++;
		else if (People[Person].GetFleeState() == "cowering")
			WithoutWay++;
	}
	Fled.insertLast(Count);
	Cornered.insertLast(WithoutWay);
	Escaped.insertLast(float(Beyond) / FMath::Max(float(Count - WithoutWay), 1.0f));
	for (uint Index = 0; Index < Threats.length(); Index++)
		Threats[Index].Destroy();
	Threats.resize(0);
	ThreatPlaces.resize(0);
	Log("panic " + Fled.length() + ": " + Count + " fled, " + Beyond + " are beyond " + Reach + " m, " +
		WithoutWay + " had no way out");
}

bool IsFarFromThreats(const FVector& in Place, float Radius = SafeRadius)
{
	for (uint Index = 0; Index < ThreatPlaces.length(); Index++)
		if ((Place - ThreatPlaces[Index]).Size2D() < Radius)
			return false;
	return true;
}
