/** Key of a rate limit: an IPv4 address, or an IPv6 network of /64. */
export function limitKey(address: string): string {
  return address.includes(":") ? expandIpv6(address).slice(0, 4).join(":") : address;
}

/** Shortens an IP address to what a log may hold: /24 of IPv4, /48 of IPv6. */
export function shortenAddress(address: string): string {
  if (address.includes(":")) return `${expandIpv6(address).slice(0, 3).join(":")}::`;
  return address.replace(/\.\d+$/, ".0");
}

function expandIpv6(address: string): readonly string[] {
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: missing }, () => "0"), ...right];
  return groups.map((group) => group.replace(/^0+(?=.)/, "").toLowerCase());
}
