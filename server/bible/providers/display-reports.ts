import { randomBytes } from "node:crypto";
import { z } from "zod";
import { createBoundedMap } from "#server/kit/bounded-map.ts";
import { createProviderClient, type ProviderDeps } from "./provider-client.ts";
import { HOUR_MS } from "#server/kit/durations.ts";

/**
 * Reports of displays to API.Bible, which its licence asks for. A reader's browser gets a ticket with
 * each answer and hands it in when the chapter is shown; each ticket counts once, and only ours do.
 * The provider learns of our server and of no reader: device and session are the server's own.
 */
export type DisplayReports = {
  /** A ticket for one display of the text with this token of the provider. */
  issue(token: string): string;
  /** Takes a body `{"token": ticket}`; false when the ticket is none of ours, or was used. */
  hand(body: string): Promise<boolean>;
};

const MAX_TICKETS = 10_000;
const TICKET_HOURS = 12;
const TICKET_BYTES = 18;

const bodySchema = z.object({ token: z.string().min(1).max(100) });

type DisplayReportOptions = ProviderDeps & {
  /** For example https://fums.api.bible, without trailing slash. */
  base: string;
  onFailure: (error: unknown) => void;
};

/** Opens the reporting. */
export function createDisplayReports(options: DisplayReportOptions): DisplayReports {
  const { base, onFailure, ...deps } = options;
  const client = createProviderClient({ ...deps, limits: [] });
  const tickets = createBoundedMap<string, { token: string; untilMs: number }>(MAX_TICKETS);
  const server = randomName();
  const session = randomName();

  async function report(token: string): Promise<void> {
    const query = new URLSearchParams({ t: token, dId: server, sId: session });
    await client.ask({ url: `${base}/f3?${query}`, read: () => null });
  }

  return {
    issue(token) {
      const ticket = randomName();
      tickets.set(ticket, { token, untilMs: deps.now() + TICKET_HOURS * HOUR_MS });
      return ticket;
    },
    async hand(body) {
      const ticket = readTicket(body);
      const found = ticket === null ? undefined : tickets.get(ticket);
      if (ticket === null || !found) return false;
      tickets.delete(ticket);
      if (found.untilMs < deps.now()) return false;
      await report(found.token).catch(onFailure);
      return true;
    },
  };
}

function readTicket(body: string): string | null {
  try {
    return bodySchema.parse(JSON.parse(body)).token;
  } catch {
    return null;
  }
}

function randomName(): string {
  return randomBytes(TICKET_BYTES).toString("base64url");
}
