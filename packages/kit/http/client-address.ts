import { BlockList, isIP, isIPv6 } from "node:net";
import type { Context } from "hono";

/** IP address of an in-process call (server rendering calls the functions); never limited. */
export const IN_PROCESS = "in-process";

/** Returns the IP address of a request's client. */
export type ClientAddress = (c: Pick<Context, "env" | "req">) => string;

/** Clients that disconnect before their IP address is read share one limit. */
const HUNG_UP = "0.0.0.0";

/**
 * Trusts `X-Forwarded-For` only as far as trusted proxies wrote it: reads from its end and takes the first IP
 * address that is not one of them. An in-process call names the client it acts for, as functions do; without
 * a name it acts for the server.
 *
 * @param trustedProxies IP addresses and networks ("10.0.0.0/8").
 * @throws Error when one of them is neither.
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
 * Returns a function that reads the IP address of an untrusted proxy: a socket's peer that sends
 * `X-Forwarded-For` and is no trusted proxy, else null.
 *
 * @throws Error when a trusted proxy is neither an IP address nor a network.
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

/** Path of a request to this server, for an operator who checks the proxy. */
export type RequestPath = {
  /** `Host` and `X-Forwarded-Proto`, as received. */
  readonly host: string | null;
  readonly protocol: string | null;
  readonly isForwarded: boolean;
  /** Peer that forwards the request without being named in TRUSTED_PROXY. */
  readonly unnamedProxy: string | null;
};

/** Returns a function that reads the path of a request; only the operator may see its result. */
export function createRequestPathReader(
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

/** Returns true when the server calls itself in process, without a socket. */
export function isInProcess(env: unknown): boolean {
  return socketAddress(env) === IN_PROCESS;
}

/** Peer of the socket that @hono/node-server passes on. */
function socketAddress(env: unknown): string {
  if (typeof env !== "object" || env === null || !("incoming" in env)) return IN_PROCESS;
  const { incoming } = env;
  if (typeof incoming !== "object" || incoming === null || !("socket" in incoming)) return HUNG_UP;
  const { socket } = incoming;
  if (typeof socket !== "object" || socket === null || !("remoteAddress" in socket)) return HUNG_UP;
  return typeof socket.remoteAddress === "string" ? plain(socket.remoteAddress) : HUNG_UP;
}

/** Returns true for an IP address or a network ("10.0.0.0/8"). */
export function isNetwork(text: string): boolean {
  try {
    parseNetworks([text]);
    return true;
  } catch {
    return false;
  }
}

function parseNetworks(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** Unwraps IPv4-mapped IPv6 (::ffff:1.2.3.4). */
function plain(address: string): string {
  return address.startsWith("::ffff:") && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}

/** IP address of a hop: some proxies add the port, and brackets around IPv6. */
function forwardedHost(hop: string): string {
  const text = hop.trim().replace(/^"(?<inside>.*)"$/, "$<inside>");
  const { bracketed, ipv4 } =
    /^(?:\[(?<bracketed>[^\]]+)\]|(?<ipv4>[\d.]+))(?::\d+)?$/.exec(text)?.groups ?? {};
  return plain(bracketed ?? ipv4 ?? text);
}
