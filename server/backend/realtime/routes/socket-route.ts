import type { Context } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import type { RealtimeDeps } from "#server/backend/realtime/realtime-deps.ts";
import type { WireVersion } from "#server/backend/realtime/protocol/wire.domain.ts";
import type { SocketFacts, Sockets } from "#server/backend/realtime/sockets/sockets.ts";
import { isDatabaseUnavailable } from "#server/database/database-errors.ts";
import { socketOf } from "#server/kit/http/web-sockets.ts";

type RouteParts = {
  readonly parts: RealtimeDeps;
  readonly sockets: Sockets;
  /** Begins to hear the database and other servers; resolves at once when that was done. */
  readonly start: () => Promise<void>;
};

/** Answers the handshake; a refusal says why as `{error}`. */
export async function acceptRealtimeSocket(
  { parts, sockets, start }: RouteParts,
  c: Context<BackendEnv>,
): Promise<Response> {
  const accept = socketOf(c.env);
  if (accept === null) return refuse(400, "A socket is asked for with `Upgrade: websocket`");
  if (parts.isStopping()) return refuse(503, "Realtime is restarting, please standby");
  const version = versionOf(c.req.query("vsn"));
  if (version === null) return refuse(400, "The serializer version is not supported");
  const facts: SocketFacts = {
    version,
    identity: { caller: c.get("caller"), expiresAtMs: null },
    clientAddress: c.get("clientAddress"),
  };
  if (sockets.isFull(facts)) return refuse(429, "Too many connected users");
  try {
    await start();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return refuse(500, "Error connecting to Realtime");
  }
  accept((socket) => sockets.open(socket, facts));
  return new Response(null);
}

/** Clients of the first protocol send no version. */
function versionOf(vsn: string | undefined): WireVersion | null {
  if (vsn === undefined || vsn === "1.0.0") return "1.0.0";
  return vsn === "2.0.0" ? "2.0.0" : null;
}

function refuse(status: 400 | 429 | 500 | 503, error: string): Response {
  return Response.json({ error }, { status });
}
