import { errorCode } from "@reign-tv/kit/start-error.ts";
import type { CheckResult } from "./check-result.ts";
import { connect } from "node:tls";
import { WebSocket } from "ws";
import * as v from "valibot";
import { DAY_MS } from "@reign-tv/kit/durations.ts";

const CERTIFICATE = /CERT|ERR_TLS|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|SELF_SIGNED|ERR_SSL/;

/**
 * Reason why PUBLIC_URL could not be reached.
 *
 * @param error thrown by fetch.
 */
export function unreachedResult(publicUrl: string, error: unknown): CheckResult {
  const { hostname, port, protocol } = new URL(publicUrl);
  const code = reasonOf(error);
  const topic = "proxy";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    const text = `the name ${hostname} does not resolve (${code})`;
    const hint = `Add an A or AAAA record for ${hostname} with this machine's address at your DNS provider. It may take up to an hour.`;
    return { topic, status: "problem", text, hint };
  }
  if (CERTIFICATE.test(code)) {
    const text = `browsers reject the certificate at ${publicUrl} (${code})`;
    const hint = `Let the proxy request one for ${hostname}. See its log for the cause; port 80 must be reachable from outside. For a certificate of your own authority run this command with NODE_EXTRA_CA_CERTS=<its root>.`;
    return { topic, status: "problem", text, hint };
  }
  const text = `${publicUrl} is not reachable from here (${code})`;
  const ports = port === "" ? (protocol === "https:" ? "80 and 443" : "80") : port;
  const hint = `Start the proxy, open the ports ${ports} in the firewall, and see that ${hostname} leads to this computer (dig ${hostname}). Some routers do not let a computer reach itself by its outer name: try it from a telephone, too.`;
  return { topic, status: "problem", text, hint };
}

/** Code of the innermost error, which fetch wraps. */
function reasonOf(error: unknown): string {
  const own = errorCode(error);
  if (error instanceof Error && error.cause !== undefined) return reasonOf(error.cause);
  if (own !== null) return own;
  return error instanceof Error ? error.name : "no reason";
}

/** Checks of the path of visitors' requests: the server itself, then the proxy in front of it. */

const RESPONSE_TIMEOUT_MS = 8_000;
const CERTIFICATE_DAYS = 14;
const BEHIND_TLS = 'docs/operating.md, "Behind TLS", has the lines for Caddy and nginx';

const detailsSchema = v.object({
  checks: v.record(v.string(), v.boolean()),
  components: v.record(v.string(), v.object({ state: v.string(), reason: v.nullable(v.string()) })),
  request: v.object({
    host: v.nullable(v.string()),
    protocol: v.nullable(v.string()),
    isForwarded: v.boolean(),
    unnamedProxy: v.nullable(v.string()),
  }),
});
type Details = v.InferOutput<typeof detailsSchema>;

/**
 * Checks the running server directly.
 *
 * @param address its URL on this machine.
 * @param token METRICS_TOKEN, which shows the details of /readyz.
 */
export async function checkServer(
  address: string,
  token: string | undefined,
): Promise<CheckResult[]> {
  const topic = "server";
  const response = await readReadiness(address, token);
  if ("error" in response) {
    const text = `no server is responding at ${address}`;
    const hint =
      "Start it, or set HOST and PORT to match it. systemctl status reign-tv shows why it stopped.";
    return [{ topic, status: "look", text, hint }];
  }
  const { status, isData, details } = response;
  if (!isData && status === 503) {
    const text = `the server at ${address} is starting (status 503)`;
    const hint = "Run this command again in a minute; if nothing changes, see the server's log.";
    return [{ topic, status: "look", text, hint }];
  }
  if (!isData) {
    const text = `another program answers at ${address} (a page, status ${status})`;
    const hint = "Stop that program, or give the server another PORT, and this command the same.";
    return [{ topic, status: "problem", text, hint }];
  }
  const failing = Object.entries(details?.checks ?? {}).flatMap(([name, isFine]) =>
    isFine ? [] : [name],
  );
  const parts = Object.entries(details?.components ?? {}).filter(([, { state }]) => state !== "ok");
  const own: CheckResult =
    status === 200
      ? { topic, status: "ok", text: `running at ${address} and ready` }
      : {
          topic,
          status: "problem",
          text: `running at ${address} but not ready${failing.length > 0 ? `: ${failing.join(", ")}` : ""}`,
          hint: "See its log for the cause, and the other lines of this report.",
        };
  const elsewhere = parts.map(([name, { reason }]): CheckResult => ({
    topic,
    status: "look",
    text: `${name} is failing: ${reason ?? "no reason"}`,
    hint: "Look for fault_began in the log. The server keeps running with the data it has.",
  }));
  return [own, ...elsewhere];
}

/** Checks PUBLIC_URL as visitors use it: name, certificate, proxy, sockets. */
export async function checkProxy(
  publicUrl: string | undefined,
  token: string | undefined,
): Promise<CheckResult[]> {
  if (publicUrl === undefined) return [];
  const response = await readReadiness(publicUrl, token);
  if ("error" in response) return [unreachedResult(publicUrl, response.error)];
  const results: CheckResult[] =
    response.status === 502 || response.details === null
      ? [unseen(publicUrl, response, token !== undefined)]
      : proxyResults(publicUrl, response.details);
  return [...results, ...(await checkSocket(publicUrl)), ...(await checkCertificate(publicUrl))];
}

function unseen(
  url: string,
  { status, isData }: { status: number; isData: boolean },
  hasToken: boolean,
): CheckResult {
  const topic = "proxy";
  if (status >= 502) {
    const text = `${url} returns ${status}: the proxy cannot reach the server`;
    const hint = `Set the proxy's target to the server's HOST and PORT. ${BEHIND_TLS}.`;
    return { topic, status: "problem", text, hint };
  }
  if (!isData) {
    const text = `${url}/readyz answers with a page (status ${status}), not with what the server says`;
    const hint = `Let the proxy pass every path to HOST and PORT of the server, without a page or a sign-in of its own. ${BEHIND_TLS}.`;
    return { topic, status: "problem", text, hint };
  }
  const text = `${url} is responding, but the forwarded headers cannot be checked`;
  const hint = hasToken
    ? "That server has a different METRICS_TOKEN, or it is a different server: compare them and restart."
    : "Set METRICS_TOKEN (16 characters or more) for the server and for this command.";
  return { topic, status: "look", text, hint };
}

/** Checks the headers that the server received through the proxy. */
export function proxyResults(
  publicUrl: string,
  { request }: Pick<Details, "request">,
): CheckResult[] {
  const topic = "proxy";
  const { host, isForwarded, unnamedProxy, protocol } = request;
  const wanted = new URL(publicUrl);
  const results: CheckResult[] = [];
  if (unnamedProxy !== null) {
    const text = `the proxy at ${unnamedProxy} is not trusted: all visitors count as one and share one rate limit`;
    const hint = `Set TRUSTED_PROXY=${unnamedProxy} and restart the server.`;
    results.push({ topic, status: "problem", text, hint });
  }
  if (host !== null && host !== wanted.host) {
    const text = `the proxy sends Host ${host} instead of ${wanted.host}: WebSockets are rejected`;
    const hint = `Pass on the Host header (nginx: proxy_set_header Host $http_host). ${BEHIND_TLS}.`;
    results.push({ topic, status: "problem", text, hint });
  }
  if (wanted.protocol === "https:" && !isForwarded) {
    const text =
      "the proxy does not send the visitor's address: all visitors count as one and share one rate limit";
    const hint = `Send X-Forwarded-For. ${BEHIND_TLS}.`;
    results.push({ topic, status: "problem", text, hint });
  }
  if (isForwarded && protocol !== null && `${protocol}:` !== wanted.protocol) {
    const text = `visitors arrive over ${protocol}, but PUBLIC_URL says ${wanted.protocol.slice(0, -1)}`;
    const hint = "Redirect http to https in the proxy, and change PUBLIC_URL to https://.";
    results.push({ topic, status: "look", text, hint });
  }
  if (results.length > 0) return results;
  return [{ topic, status: "ok", text: "forwards the host and the visitor's address" }];
}

/** The server itself rejects a socket without a key; a proxy that drops upgrades responds differently. */
async function checkSocket(publicUrl: string): Promise<CheckResult[]> {
  const topic = "sockets";
  const socket = new WebSocket(`${publicUrl.replace(/^http/, "ws")}/realtime/v1/websocket`, {
    handshakeTimeout: RESPONSE_TIMEOUT_MS,
  });
  const status = await new Promise<number | null>((resolve) => {
    socket.on("unexpected-response", (_, response) => resolve(response.statusCode ?? null));
    socket.on("open", () => resolve(101));
    socket.on("error", () => resolve(null));
    socket.on("close", () => resolve(null));
  });
  socket.terminate();
  if (status === 101 || status === 401) {
    return [{ topic, status: "ok", text: "WebSockets work" }];
  }
  const text = `WebSockets do not work (${status === null ? "no answer" : `status ${status}`}): pages show changes of a live channel up to 15 s late`;
  const hint = `Pass on the Upgrade and Connection headers. ${BEHIND_TLS}.`;
  return [{ topic, status: "look", text, hint }];
}

async function checkCertificate(publicUrl: string): Promise<CheckResult[]> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== "https:") return [];
  const endsAtMs = await new Promise<number | null>((resolve) => {
    const socket = connect({
      host: hostname,
      servername: hostname,
      port: Number(port || 443),
      timeout: RESPONSE_TIMEOUT_MS,
    });
    const end = (value: number | null): void => {
      socket.destroy();
      resolve(value);
    };
    socket.on("secureConnect", () => end(Date.parse(socket.getPeerCertificate().valid_to)));
    socket.on("error", () => end(null));
    socket.on("timeout", () => end(null));
  });
  return endsAtMs === null ? [] : [certificateResult(endsAtMs, Date.now())];
}

/** Check of a certificate's end. */
export function certificateResult(endsAtMs: number, nowMs: number): CheckResult {
  const topic = "certificate";
  const days = Math.floor((endsAtMs - nowMs) / DAY_MS);
  if (days >= CERTIFICATE_DAYS) return { topic, status: "ok", text: `valid for ${days} days` };
  const text = days < 0 ? "has expired: browsers warn every visitor" : `expires in ${days} days`;
  const hint =
    "The proxy should renew it automatically: check its log, and whether port 80 is reachable from outside.";
  return { topic, status: days < 0 ? "problem" : "look", text, hint };
}

/** Reads /readyz, with details for the token; returns the error when there is no response. */
async function readReadiness(
  address: string,
  token: string | undefined,
): Promise<{ status: number; isData: boolean; details: Details | null } | { error: unknown }> {
  try {
    const response = await fetch(new URL("/readyz", address), {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    const data: unknown = await response.json().catch(() => null);
    const details = v.safeParse(detailsSchema, data);
    return {
      status: response.status,
      isData: data !== null,
      details: details.success ? details.output : null,
    };
  } catch (error) {
    return { error };
  }
}
