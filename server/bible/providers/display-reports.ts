import { createHash, randomBytes } from "node:crypto";
import * as v from "valibot";
import { createBoundedMap } from "@reign-tv/kit/bounded-map.ts";
import { unseal, seal } from "@reign-tv/kit/seal.ts";
import { createProviderClient, type ProviderDeps } from "./provider-client.ts";
import { HOUR_MS } from "@reign-tv/kit/durations.ts";

/**
 * Reports of displays to API.Bible, required by its licence. A browser receives a ticket with each chapter and returns
 * it when the chapter is shown; each ticket counts once. A ticket holds the provider's token, encrypted with a key
 * derived from the API key, so that every server with that key accepts it. Device and session sent to the provider are
 * those of the server, never of a reader.
 */
export type DisplayReports = {
  /** Issues a ticket for one display of the text with this provider token. */
  issue(token: string): string;
  /** Accepts a body `{"token": ticket}`. Returns false for an unknown or used ticket. */
  accept(body: string): Promise<boolean>;
};

/** Limit on remembered used tickets; each server keeps its own. */
const MAX_USED = 10_000;
const TICKET_HOURS = 12;
const NAME_BYTES = 18;
/** Length of the unique nonce of a ticket, in base64url. */
const NONCE_LENGTH = 16;
/** Length of the ticket for the provider's longest token. */
const MAX_TICKET_LENGTH = 8_000;

const bodySchema = v.object({
  token: v.pipe(v.string(), v.regex(/^[\w-]*$/), v.nonEmpty(), v.maxLength(MAX_TICKET_LENGTH)),
});
const ticketSchema = v.object({ token: v.string(), untilMs: v.number() });

type DisplayReportOptions = ProviderDeps & {
  /** API key of the provider. */
  key: string;
  /** For example https://fums.api.bible, without trailing slash. */
  base: string;
  onFailure: (error: unknown) => void;
};

export function createDisplayReports(options: DisplayReportOptions): DisplayReports {
  const { key, base, onFailure, ...deps } = options;
  const client = createProviderClient({ ...deps, name: "api-bible-reports", limits: [] });
  const encryptionKey = createHash("sha256").update(`display reports\n${key}`).digest();
  const used = createBoundedMap<string, true>(MAX_USED);
  const server = randomName();
  const session = randomName();

  async function report(token: string): Promise<void> {
    const query = new URLSearchParams({ t: token, dId: server, sId: session });
    await client.ask({ url: `${base}/f3?${query}`, read: () => null });
  }

  return {
    issue(token) {
      const untilMs = deps.now() + TICKET_HOURS * HOUR_MS;
      return seal(JSON.stringify({ token, untilMs }), encryptionKey);
    },
    async accept(body) {
      const ticket = readTicket(body, encryptionKey);
      if (ticket === null || ticket.untilMs < deps.now() || used.get(ticket.nonce)) return false;
      used.set(ticket.nonce, true);
      await report(ticket.token).catch(onFailure);
      return true;
    },
  };
}

function readTicket(
  body: string,
  encryptionKey: Uint8Array,
): (v.InferOutput<typeof ticketSchema> & { nonce: string }) | null {
  try {
    const { token } = v.parse(bodySchema, JSON.parse(body));
    const ticket = v.parse(ticketSchema, JSON.parse(unseal(token, encryptionKey)));
    return { ...ticket, nonce: token.slice(0, NONCE_LENGTH) };
  } catch {
    return null;
  }
}

function randomName(): string {
  return randomBytes(NAME_BYTES).toString("base64url");
}
