# shellcheck shell=bash disable=SC2034
# Sourced by Samples/run and Tests/run (bash): installs what a fresh Debian 12 lacks, then configures and builds.
# Exit status 3 means that the machine or the build is at fault, never the caller's arguments (which is 2).

FlockworkRoot=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# What the plugin, the sample host and its pictures need. fonts-dejavu-core: the text on the screen.
FlockworkSamplePackages=(build-essential cmake ninja-build ccache
	libbullet-dev librecast-dev libassimp-dev libglm-dev libhwy-dev nlohmann-json3-dev libspdlog-dev angelscript-dev
	libcli11-dev libogre-1.12-dev libimgui-dev xvfb ffmpeg libgl1-mesa-dri libegl-mesa0 fonts-dejavu-core)
FlockworkTestPackages=("${FlockworkSamplePackages[@]}" catch2 libbenchmark-dev librapidcheck-dev)
FlockworkClangPackages=(clang-14 libclang-rt-14-dev clang-format-14)

FlockworkFail()
{
	printf '\nFlockwork: %s\n' "$1" >&2
	exit 3
}

# FlockworkMissingPackages <packages>: those that are not installed, one a line.
FlockworkMissingPackages()
{
	local Installed
	Installed=$(dpkg-query --show --showformat='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null |
		sed -n 's/ installed$//p')
	printf '%s\n' "$@" | grep --invert-match --line-regexp --fixed-strings "${Installed:-none}"
}

# Turns apt-get's output into one moving line on a terminal, and into nothing elsewhere.
FlockworkShowInstall()
{
	if [ -t 1 ]; then
		awk '/^Get:/ { Fetched++ } /^Unpacking / { Unpacked++ } /^Setting up / { Ready++ }
			{ printf "\r  fetched %d, unpacked %d, ready %d ", Fetched, Unpacked, Ready; fflush() } END { print "" }'
	else
		cat > /dev/null
	fi
}

# FlockworkInstall <packages>: a quick look when all are there; otherwise apt-get.
FlockworkInstall()
{
	if ! command -v dpkg-query > /dev/null || ! command -v apt-get > /dev/null; then
		if command -v cmake > /dev/null && command -v ninja > /dev/null; then
			return # another system, whose owner has prepared it; CMake names what is missing
		fi
		FlockworkFail "this is not Debian, so nothing can be installed here. Install these packages' like: $*"
	fi
	local Missing
	mapfile -t Missing < <(FlockworkMissingPackages "$@")
	if [ ${#Missing[@]} -eq 0 ]; then
		return
	fi
	local AsRoot=()
	if [ "$(id -u)" -ne 0 ]; then
		command -v sudo > /dev/null || FlockworkFail "packages are missing, and there is neither root nor sudo to
install them. As root: apt-get install --no-install-recommends ${Missing[*]}"
		AsRoot=(sudo)
	fi
	local Log="$FlockworkRoot/Build/install.log"
	mkdir -p "$FlockworkRoot/Build"
	echo "Installing ${#Missing[@]} packages by apt-get: ${Missing[*]}"
	local Apt=("${AsRoot[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300)
	{ "${Apt[@]}" -o APT::Update::Error-Mode=any update &&
		"${Apt[@]}" install --yes --no-install-recommends "${Missing[@]}"; } 2>&1 < /dev/null | tee "$Log" |
		FlockworkShowInstall
	if [ "${PIPESTATUS[0]}" -ne 0 ]; then
		grep -E '^(E|W|Err)[: ]' "$Log" | tail -n 5 >&2
		if grep -qE 'Temporary failure|Could not (resolve|connect)|Unable to connect|Network is unreachable' "$Log"; then
			FlockworkFail "the package servers cannot be reached: connect this machine to the network, or install
${Missing[*]}"
		fi
		FlockworkFail "apt-get could not install the packages (Flockwork is built on Debian 12, this is $(
			sed -n 's/^PRETTY_NAME=//p' /etc/os-release 2>/dev/null)); all of it is in $Log"
	fi
	mapfile -t Missing < <(FlockworkMissingPackages "$@")
	[ ${#Missing[@]} -eq 0 ] || FlockworkFail "apt-get ended well, but these are still missing: ${Missing[*]}"
}

# So that a second clone, at another path, finds what the first one compiled.
FlockworkUseCcache()
{
	export CCACHE_BASEDIR="$FlockworkRoot" CCACHE_NOHASHDIR=1
	export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
	if [ -z "${CCACHE_DIR:-}" ] && [ ! -w "${HOME:-/nonexistent}" ]; then
		export CCACHE_DIR="$FlockworkRoot/Build/ccache"
	fi
}

# FlockworkConfigure <preset> <cmake arguments>
FlockworkConfigure()
{
	local Preset=$1
	shift
	local Folder="$FlockworkRoot/Build/$Preset"
	local Log="$Folder/configure.log" Fresh=()
	mkdir -p "$Folder" || FlockworkFail "cannot write to $FlockworkRoot/Build"
	# A checkout that was moved or copied has a cache of its former place.
	if [ -f "$Folder/CMakeCache.txt" ] &&
		! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$FlockworkRoot" "$Folder/CMakeCache.txt"; then
		Fresh=(--fresh)
	fi
	echo "Configuring ($Preset)"
	if ! (cd "$FlockworkRoot" && cmake --preset "$Preset" "${Fresh[@]}" "$@") > "$Log" 2>&1; then
		sed -n '/CMake Error/,/^$/p' "$Log" | head -n 20 >&2
		FlockworkFail "CMake could not configure the $Preset build; all of it is in $Log"
	fi
}

# FlockworkCompile <preset> <targets>: ninja shows done/all and the seconds.
FlockworkCompile()
{
	local Preset=$1
	shift
	if ! NINJA_STATUS='[%f/%t, %e s] ' ninja -C "$FlockworkRoot/Build/$Preset" "$@"; then
		FlockworkFail "the $Preset build failed; the first FAILED above says why"
	fi
}

# Whether the build folder can be written; a checkout may lie on a medium that cannot.
FlockworkCanBuild()
{
	mkdir -p "$FlockworkRoot/Build" 2> /dev/null && [ -w "$FlockworkRoot/Build" ]
}

# Two starts at once must not build in one folder at the same time: the second waits for the first.
FlockworkLockBuild()
{
	FlockworkCanBuild || FlockworkFail "$FlockworkRoot/Build cannot be written, and that is where everything is built:
copy the checkout to where you may write, or change whose it is"
	exec 9> "$FlockworkRoot/Build/.lock" || FlockworkFail "$FlockworkRoot/Build/.lock cannot be written: whose is it?"
	if ! flock --nonblock 9; then
		echo "Waiting for another build in this folder"
		flock 9
	fi
}
FlockworkUnlockBuild()
{
	exec 9>&-
}
