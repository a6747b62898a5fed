/**
 * One bounded call to a third party: URLs come from configuration, redirects are
 * rejected, head and whole response have a deadline, and the body is counted after decompression
 * while it streams, so that neither a huge body nor a gzip bomb is ever in memory.
 *
 * Accepted limit: `fetch` does not report when a connection is open, so the connect limit covers
 * the time until the response head.
 */

export type OutboundFault =
  | "timeout"
  | "network"
  | "redirect"
  | "too_large"
  | "bad_answer"
  | "server_error"
  | "rate_limited"
  | "resting";

/** A call without a usable response. */
export class OutboundError extends Error {
  readonly fault: OutboundFault;

  constructor(fault: OutboundFault, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "OutboundError";
    this.fault = fault;
  }
}

export type OutboundLimits = {
  readonly headMs: number;
  readonly totalMs: number;
  readonly maxBytes: number;
};

/** */
export const OUTBOUND_LIMITS: OutboundLimits = {
  headMs: 3_000,
  totalMs: 8_000,
  maxBytes: 5 * 1024 * 1024,
};

export type OutboundReply = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

export type OutboundRequest = {
  readonly fetch: typeof globalThis.fetch;
  readonly url: string;
  /** GET when absent. */
  readonly method?: "GET" | "POST";
  readonly body?: string | URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
  readonly limits: OutboundLimits;
};

/**
 * Fetches within the limits above. Returns responses of every status except redirects.
 *
 * @throws OutboundError timeout, network, redirect or too_large
 */
export async function fetchBounded(request: OutboundRequest): Promise<OutboundReply> {
  const { fetch, limits } = request;
  const controller = new AbortController();
  const abort = (what: string): void =>
    controller.abort(new OutboundError("timeout", `no ${what} in time`));
  const headTimer = setTimeout(() => abort("answer"), limits.headMs);
  const totalTimer = setTimeout(() => abort("whole answer"), limits.totalMs);
  try {
    const response = await fetch(request.url, {
      method: request.method ?? "GET",
      ...(request.body === undefined ? {} : { body: request.body }),
      headers: { ...request.headers },
      redirect: "manual",
      signal: controller.signal,
    });
    clearTimeout(headTimer);
    refuseRedirect(response);
    const bytes = await readBytes(response.body, limits.maxBytes);
    return { status: response.status, headers: response.headers, bytes };
  } catch (error) {
    controller.abort();
    throw asOutboundError(error, controller.signal);
  } finally {
    clearTimeout(headTimer);
    clearTimeout(totalTimer);
  }
}

function refuseRedirect(response: Response): void {
  const isRedirect = response.status >= 300 && response.status < 400 && response.status !== 304;
  if (isRedirect || response.type === "opaqueredirect") {
    throw new OutboundError("redirect", "the answer was a redirect");
  }
}

function asOutboundError(error: unknown, signal: AbortSignal): OutboundError {
  if (error instanceof OutboundError) return error;
  if (signal.reason instanceof OutboundError) return signal.reason;
  return new OutboundError("network", "the connection failed", { cause: error });
}

/**
 * Reads a whole body.
 *
 * @throws OutboundError too_large after more than `maxBytes`
 */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > maxBytes) {
      reader.cancel().catch(() => undefined);
      throw new OutboundError("too_large", `the body is longer than ${maxBytes} bytes`);
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
