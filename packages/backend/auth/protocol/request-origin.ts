import { isIP } from "node:net";
import type { Context } from "hono";
import { limitKey } from "@reign-tv/kit/http/limit-key.ts";
import type { BackendEnv } from "#backend/context.ts";

const USER_AGENT_MAX_CHARACTERS = 512;
const IPV4_PREFIX_PARTS = 3;

/** Client of a request, for sessions and the audit log. */
export type RequestOrigin = {
  /** IP address for PostgreSQL's inet; null when unknown. */
  readonly address: string | null;
  /** /24 of IPv4 or /64 of IPv6; "unknown" without an IP. */
  readonly network: string;
  readonly userAgent: string | null;
};

/** Reads the client IP that the gateway determined. */
export function originOf(c: Context<BackendEnv>): RequestOrigin {
  const address = plainAddress(c.get("clientAddress"));
  const userAgent = c.req.header("user-agent")?.slice(0, USER_AGENT_MAX_CHARACTERS) ?? null;
  return { address, network: networkOf(address), userAgent };
}

/** Returns the /24 or /64 of an IP without the prefix length: "192.0.2", "2001:db8:0:0". */
export function networkOf(address: string | null): string {
  if (address === null) return "unknown";
  if (isIP(address) === 4) return address.split(".").slice(0, IPV4_PREFIX_PARTS).join(".");
  return limitKey(address);
}

function plainAddress(text: string | undefined): string | null {
  if (text === undefined) return null;
  const withoutZone = text.split("%")[0] ?? "";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1];
  const address = mapped ?? withoutZone;
  return isIP(address) === 0 ? null : address;
}
