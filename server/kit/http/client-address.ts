import { BlockList, isIP, isIPv6 } from "node:net";
import type { Context } from "hono";
import { StartError } from "#server/kit/start-error.ts";

/** Address of an in-process call (server rendering asks the functions itself); never limited. */
export const IN_PROCESS = "in-process";

/** Tells where a request comes from. */
export type ClientAddress = (c: Pick<Context, "env" | "req">) => string;

/** All who hang up before they are asked where they are share one limit. */
const HUNG_UP = "0.0.0.0";

/**
 * Makes the function that tells where a request comes from. `X-Forwarded-For` is believed only as far
 * as trusted proxies wrote it: read from its end, the first address that is not one of them. A call
 * within the process says itself for whom it asks, as functions do; otherwise it asks for the server.
 *
 * @param trustedProxies addresses and networks ("10.0.0.0/8").
 * @throws StartError when one of them is neither.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = trustIn(trustedProxies);
  return (c) => {
    const peer = socketAddress(c.env);
    if (peer === IN_PROCESS) return c.req.header("x-forwarded-for") ?? IN_PROCESS;
    if (!isTrusted(peer)) return peer;
    const hops = (c.req.header("x-forwarded-for") ?? "").split(",").map(forwardedHost);
    const nearest = hops.findLast((hop) => !isTrusted(hop));
    return nearest !== undefined && isIP(nearest) !== 0 ? nearest : peer;
  };
}

/**
 * Makes the function that tells which unnamed peer speaks for others: the socket's address when it
 * sends `X-Forwarded-For` and is no trusted proxy, else null.
 *
 * @throws StartError when a trusted proxy is neither an address nor a network.
 */
export function createUntrustedProxyCheck(
  trustedProxies: readonly string[],
): (c: Pick<Context, "env" | "req">) => string | null {
  const isTrusted = trustIn(trustedProxies);
  return (c) => {
    if (c.req.header("x-forwarded-for") === undefined) return null;
    const peer = socketAddress(c.env);
    return peer === IN_PROCESS || peer === HUNG_UP || isTrusted(peer) ? null : peer;
  };
}

/** How a request came here, for an operator who looks at the way through a proxy. */
export type RequestPath = {
  /** `Host` and `X-Forwarded-Proto`, as they arrived. */
  readonly host: string | null;
  readonly protocol: string | null;
  readonly isForwarded: boolean;
  /** Who forwards it without being named in TRUSTED_PROXY. */
  readonly unnamedProxy: string | null;
};

/** Makes the function that tells how a request came; its answer is for the operator alone. */
export function createRequestWay(
  trustedProxies: readonly string[],
): (c: Pick<Context, "env" | "req">) => RequestPath {
  const unnamedProxy = createUntrustedProxyCheck(trustedProxies);
  return (c) => ({
    host: c.req.header("host") ?? null,
    protocol: c.req.header("x-forwarded-proto") ?? null,
    isForwarded: c.req.header("x-forwarded-for") !== undefined,
    unnamedProxy: unnamedProxy(c),
  });
}

function trustIn(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = parseNetworks(trustedProxies);
  return (address) =>
    trustedProxies.length > 0 && trusted.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** Who shares a rate limit: an IPv4 address, or an IPv6 network of /64. */
export function limitKey(address: string): string {
  return address.includes(":") ? expandIpv6(address).slice(0, 4).join(":") : address;
}

/** What a log may hold of an address: /24 of IPv4, /48 of IPv6. */
export function shortenAddress(address: string): string {
  if (address.includes(":")) return `${expandIpv6(address).slice(0, 3).join(":")}::`;
  return address.replace(/\.\d+$/, ".0");
}

/** Whether a request comes from this server itself and from no socket. */
export function isInProcess(env: unknown): boolean {
  return socketAddress(env) === IN_PROCESS;
}

/** The peer of the socket that @hono/node-server hands over. */
function socketAddress(env: unknown): string {
  if (typeof env !== "object" || env === null || !("incoming" in env)) return IN_PROCESS;
  const { incoming } = env;
  if (typeof incoming !== "object" || incoming === null || !("socket" in incoming)) return HUNG_UP;
  const { socket } = incoming;
  if (typeof socket !== "object" || socket === null || !("remoteAddress" in socket)) return HUNG_UP;
  return typeof socket.remoteAddress === "string" ? plain(socket.remoteAddress) : HUNG_UP;
}

function parseNetworks(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    try {
      if (prefix === undefined) list.addAddress(address, family);
      else list.addSubnet(address, Number(prefix), family);
    } catch (error) {
      throw new StartError(`TRUSTED_PROXY: "${network}" is neither an address nor a network.`, {
        cause: error,
      });
    }
  }
  return list;
}

/** IPv4 in IPv6 clothes (::ffff:1.2.3.4) is IPv4. */
function plain(address: string): string {
  return address.startsWith("::ffff:") && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}

/** The address of a hop: some proxies add the port, and brackets around IPv6. */
function forwardedHost(hop: string): string {
  const text = hop.trim().replace(/^"(?<inside>.*)"$/, "$<inside>");
  const { bracketed, ipv4 } =
    /^(?:\[(?<bracketed>[^\]]+)\]|(?<ipv4>[\d.]+))(?::\d+)?$/.exec(text)?.groups ?? {};
  return plain(bracketed ?? ipv4 ?? text);
}

function expandIpv6(address: string): readonly string[] {
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: missing }, () => "0"), ...right];
}
