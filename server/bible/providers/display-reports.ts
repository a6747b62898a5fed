import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { createBoundedMap } from "#server/kit/bounded-map.ts";
import { unseal, seal } from "#server/kit/seal.ts";
import { createProviderClient, type ProviderDeps } from "./provider-client.ts";
import { HOUR_MS } from "#server/kit/durations.ts";

/**
 * Reports of displays to API.Bible, which its licence asks for. A reader's browser gets a ticket with
 * each answer and hands it in when the chapter is shown; each ticket counts once, and only ours do. A ticket holds
 * the provider's token sealed with a key made from the ministry's, so that every server with that key takes it.
 * The provider learns of our server and of no reader: device and session are the server's own.
 */
export type DisplayReports = {
  /** A ticket for one display of the text with this token of the provider. */
  issue(token: string): string;
  /** Takes a body `{"token": ticket}`; false when the ticket is none of ours, or was used here. */
  hand(body: string): Promise<boolean>;
};

/** Used tickets that are remembered; each server does for itself. */
const MAX_USED = 10_000;
const TICKET_HOURS = 12;
const NAME_BYTES = 18;
/** The nonce of a seal, which no two tickets share, in base64url. */
const NONCE_LENGTH = 16;
/** What the provider's longest token becomes. */
const MAX_TICKET_LENGTH = 8_000;

const bodySchema = z.object({ token: z.base64url().min(1).max(MAX_TICKET_LENGTH) });
const ticketSchema = z.object({ token: z.string(), untilMs: z.number() });

type DisplayReportOptions = ProviderDeps & {
  /** The ministry's key at the provider. */
  key: string;
  /** For example https://fums.api.bible, without trailing slash. */
  base: string;
  onFailure: (error: unknown) => void;
};

/** Opens the reporting. */
export function createDisplayReports(options: DisplayReportOptions): DisplayReports {
  const { key, base, onFailure, ...deps } = options;
  const client = createProviderClient({ ...deps, name: "api-bible-reports", limits: [] });
  const sealKey = createHash("sha256").update(`display reports\n${key}`).digest();
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
      return seal(JSON.stringify({ token, untilMs }), sealKey);
    },
    async hand(body) {
      const ticket = readTicket(body, sealKey);
      if (ticket === null || ticket.untilMs < deps.now() || used.get(ticket.nonce)) return false;
      used.set(ticket.nonce, true);
      await report(ticket.token).catch(onFailure);
      return true;
    },
  };
}

function readTicket(
  body: string,
  sealKey: Uint8Array,
): (z.infer<typeof ticketSchema> & { nonce: string }) | null {
  try {
    const { token } = bodySchema.parse(JSON.parse(body));
    const ticket = ticketSchema.parse(JSON.parse(unseal(token, sealKey)));
    return { ...ticket, nonce: token.slice(0, NONCE_LENGTH) };
  } catch {
    return null;
  }
}

function randomName(): string {
  return randomBytes(NAME_BYTES).toString("base64url");
}
