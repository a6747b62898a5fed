import { createHash } from "node:crypto";
import type { Logger } from "#server/kit/log.ts";
import { fetchBounded } from "#server/kit/http/http-client.ts";

/** What is told of a password: the first five of forty digits of its sum. */
const PREFIX_CHARACTERS = 5;
/** Nobody waits long for a service that only advises. */
const LIMITS = { headMs: 2_000, totalMs: 3_000, maxBytes: 512 * 1_024 };

/**
 * Asks a service of known leaks whether a password is among them, by range (k-anonymity): it learns the
 * beginning of a sum that some hundred other passwords share. While it is away no password is refused.
 */
export async function isLeaked(
  password: string,
  deps: {
    readonly base: string;
    readonly fetch: typeof globalThis.fetch;
    readonly log: Logger;
  },
): Promise<boolean> {
  const sum = createHash("sha1").update(password).digest("hex").toUpperCase();
  const url = `${deps.base}/range/${sum.slice(0, PREFIX_CHARACTERS)}`;
  try {
    const headers = { "add-padding": "true" };
    const reply = await fetchBounded({ fetch: deps.fetch, url, headers, limits: LIMITS });
    if (reply.status !== 200) throw new Error(`The service answered ${reply.status}`);
    const rest = sum.slice(PREFIX_CHARACTERS);
    const lines = new TextDecoder().decode(reply.bytes).split(/\r?\n/);
    // Padding has lines that count zero.
    return lines.some((line) => line.startsWith(`${rest}:`) && !line.endsWith(":0"));
  } catch (error) {
    const fault = error instanceof Error ? error.name : "unknown";
    deps.log.warn({ event: "leaked_passwords_unknown", fault });
    return false;
  }
}
