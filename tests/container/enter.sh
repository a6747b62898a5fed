#!/bin/sh
# Replaces a container engine in tests: a read-only root, the image at /app, a volume at /data, a /dev/shm of the
# given size, one account, no capabilities. Network and system libraries are the host's.
#
#   unshare --mount --pid --fork --kill-child enter.sh ROOT IMAGE DATA SHM_KB UID NODE COMMAND...
set -eu
# chroot is in /usr/sbin, which is not on every account's PATH.
PATH=$PATH:/usr/sbin:/sbin
root=$1 image=$2 data=$3 shm_kb=$4 uid=$5 node=$6
shift 6

mount --make-rprivate /
mount -t tmpfs -o size=1m,mode=755 root "$root"
cd "$root"
mkdir -p app data dev/shm etc proc tmp usr
mount --rbind /usr usr
for name in bin sbin lib lib64; do
  if [ -L "/$name" ]; then cp -P "/$name" "$name"
  elif [ -d "/$name" ]; then mkdir "$name" && mount --bind "/$name" "$name"
  fi
done
mount -t tmpfs -o size=64m,mode=1777 tmp tmp
if [ ! -e "$root$node" ]; then
  mkdir -p "$root$(dirname "$node")"
  touch "$root$node"
  mount --bind "$node" "$root$node"
fi
for device in null zero random urandom; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
mount -t proc proc proc
mount -t tmpfs -o "size=${shm_kb}k,mode=1777" shm dev/shm
printf 'root:x:0:0::/:/bin/sh\nreign-tv:x:%s:%s::/data:/usr/sbin/nologin\n' "$uid" "$uid" > etc/passwd
printf 'root:x:0:\nreign-tv:x:%s:\n' "$uid" > etc/group
mount --bind "$image" app
mount -o remount,bind,ro app
mount --bind "$data" data
mount -o remount,ro "$root"
exec chroot "$root" setpriv --reuid="$uid" --regid="$uid" --clear-groups --no-new-privs \
  --inh-caps=-all --bounding-set=-all env --chdir=/app -i "$@"
