import type { Context } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import type { RealtimeDeps } from "#server/backend/realtime/realtime-deps.ts";
import type { WireVersion } from "#server/backend/realtime/protocol/wire.domain.ts";
import type { HandshakeInfo, Sockets } from "#server/backend/realtime/sockets/sockets.ts";
import { isDatabaseUnavailable } from "#server/database/database-errors.ts";
import { socketOf } from "#server/kit/http/web-sockets.ts";

type RouteDeps = {
  readonly realtime: RealtimeDeps;
  readonly sockets: Sockets;
  /** Starts receiving from the database and other servers; resolves at once when started. */
  readonly start: () => Promise<void>;
};

/** Responds to the handshake; an error is `{error}`. */
export async function acceptRealtimeSocket(
  { realtime, sockets, start }: RouteDeps,
  c: Context<BackendEnv>,
): Promise<Response> {
  const accept = socketOf(c.env);
  if (accept === null) return errorResponse(400, "A socket is asked for with `Upgrade: websocket`");
  if (realtime.isStopping()) return errorResponse(503, "Realtime is restarting, please standby");
  const version = versionOf(c.req.query("vsn"));
  if (version === null) return errorResponse(400, "The serializer version is not supported");
  const info: HandshakeInfo = {
    version,
    identity: { caller: c.get("caller"), expiresAtMs: null },
    clientAddress: c.get("clientAddress"),
  };
  if (sockets.isFull(info)) return errorResponse(429, "Too many connected users");
  try {
    await start();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return errorResponse(500, "Error connecting to Realtime");
  }
  accept((socket) => sockets.open(socket, info));
  return new Response(null);
}

/** Clients of the first protocol send no version. */
function versionOf(vsn: string | undefined): WireVersion | null {
  if (vsn === undefined || vsn === "1.0.0") return "1.0.0";
  return vsn === "2.0.0" ? "2.0.0" : null;
}

function errorResponse(status: 400 | 429 | 500 | 503, error: string): Response {
  return Response.json({ error }, { status });
}
