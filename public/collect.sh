#!/bin/sh
# Holdfast collector, version 1.
#
# Prints what this machine says about its GPUs: PCI devices with their IOMMU group, NUMA node, driver and place behind
# switches, then what the tools of NVIDIA and AMD tell. It only reads; it needs no root and sends nothing anywhere.
# Without lspci it tells ids in place of names; without the vendors' tools it leaves their parts out.
#
#   sh collect.sh           prints text, to be pasted into the import page
#   sh collect.sh --json    prints the body of PUT /v1/nodes/{nodeId}/inventory
#
# HOLDFAST_SYSFS names another root than /sys.

set -u
LC_ALL=C
export LC_ALL

SYS=${HOLDFAST_SYSFS:-/sys}
DEVICES=$SYS/bus/pci/devices
GROUPS_DIR=$SYS/kernel/iommu_groups
TAB=$(printf '\t')

has() {
  command -v "$1" >/dev/null 2>&1
}

# A driver that hangs must not hang the collector.
limited() {
  if has timeout; then timeout 60 "$@" </dev/null; else "$@" </dev/null; fi
}

# The first line of a file, or nothing.
value() {
  first=
  [ -r "$1" ] && IFS= read -r first <"$1" 2>/dev/null
  printf '%s' "$first"
}

# The last part of what a link points to, or nothing.
target() {
  link=$(readlink "$1" 2>/dev/null) || return 0
  printf '%s' "${link##*/}"
}

# Runs a tool under its own command as a heading; what it says when it fails is part of what it says.
section() {
  has "$1" || return 0
  printf '\n# %s\n' "$*"
  limited "$@" 2>&1
}

# 0x030200 and 0x10de, 0x2330 as lspci -n prints them: 0302: 10de:2330
numeric_line() {
  class=$(value "$1/class")
  vendor=$(value "$1/vendor")
  device=$(value "$1/device")
  [ -n "$class" ] && [ -n "$vendor" ] && [ -n "$device" ] || return 0
  class=${class#0x}
  printf '%s %s: %s:%s\n' "${1##*/}" "${class%??}" "${vendor#0x}" "${device#0x}"
}

# Bridges above a device, from where its directory really is: 0000:40:01.1/0000:41:00.0
pci_path() {
  place=$(readlink "$1" 2>/dev/null) || return 0
  case $place in
  */devices/pci*) ;;
  *) return 0 ;;
  esac
  place=${place#*/devices/pci}
  case $place in
  */*/*) printf '%s' "${place#*/}" ;;
  esac
}

attribute() {
  [ -z "$2" ] || printf '\t%s: %s\n' "$1" "$2"
}

describe() {
  dir=$1
  numa=$(value "$dir/numa_node")
  case $numa in -*) numa= ;; esac
  attribute 'NUMA node' "$numa"
  attribute 'IOMMU group' "$(target "$dir/iommu_group")"
  attribute 'Kernel driver in use' "$(target "$dir/driver")"
  vfs=$(value "$dir/sriov_numvfs")
  [ "${vfs:-0}" = 0 ] || attribute 'Number of VFs' "$vfs"
  attribute 'Physical function' "$(target "$dir/physfn")"
  case $(value "$dir/class") in
  0x03* | 0x12*) attribute 'PCI path' "$(pci_path "$dir")" ;;
  esac
}

devices() {
  listed=
  if has lspci; then
    printf '\n# lspci -Dnn\n'
    listed=$(limited lspci -Dnn 2>/dev/null)
  else
    printf '\n# ls %s\n' "$DEVICES"
  fi
  for dir in "$DEVICES"/*; do
    [ -e "$dir/class" ] || continue
    bdf=${dir##*/}
    line=$(printf '%s\n' "$listed" | sed -n "/^$bdf /{p;q;}")
    if [ -n "$line" ]; then printf '%s\n' "$line"; else numeric_line "$dir"; fi
    describe "$dir"
  done
  # What lspci knows of and sysfs doesn't.
  printf '%s\n' "$listed" | while IFS= read -r line; do
    bdf=${line%% *}
    [ -z "$line" ] || [ -e "$DEVICES/$bdf/class" ] || printf '%s\n' "$line"
  done
}

iommu() {
  [ -d "$SYS/bus" ] || return 0
  for dir in "$GROUPS_DIR"/*; do
    [ -d "$dir" ] && return 0
  done
  printf '\n# holdfast-collect iommu off\n'
}

nvidia() {
  has nvidia-smi || return 0
  fields=index,pci.bus_id,name,uuid,driver_version,pci.device_id
  query=$(limited nvidia-smi --query-gpu="$fields,mig.mode.current" --format=csv 2>&1) ||
    query=$(limited nvidia-smi --query-gpu="$fields" --format=csv 2>&1)
  printf '\n# nvidia-smi --query-gpu --format=csv\n%s\n' "$query"
  section nvidia-smi -L
  section nvidia-smi topo -m
}

amd() {
  if has amd-smi; then
    section amd-smi list
    section amd-smi topology
  else
    section rocm-smi --showbus --showid --showproductname
    section rocm-smi --showtopo
  fi
}

collect() {
  printf '# holdfast-collect 1\n'
  iommu
  devices
  nvidia
  amd
  printf '\n# holdfast-collect end\n'
}

# Plain ASCII as a JSON string: tools are asked in the C locale, so nothing of meaning is lost.
as_json() {
  printf '{"text":"'
  tr -cd '\11\12\40-\176' | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e "s/$TAB/\\\\t/g" | awk '{ printf "%s\\n", $0 }'
  printf '"}\n'
}

main() {
  case ${1:-} in
  '') collect ;;
  --json) collect | as_json ;;
  *)
    printf 'Unknown argument %s: there is only --json.\n' "$1" >&2
    exit 2
    ;;
  esac
}

main "$@"
