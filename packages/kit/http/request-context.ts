/** Data about one request for its log line and the metrics. */
export type RequestContext = {
  /** Sent as `x-request-id`, and part of every log line about the request. */
  readonly id: string;
  /** Route template from code that knows it better than the router; null: the router's. */
  route: string | null;
  /** Hash of the account that only this server can compute; null for visitors. */
  user: string | null;
  /** Reason of the failure, safe to log; null while none is known. */
  fault: Readonly<Record<string, unknown>> | null;
  /** Milliseconds for which the answer was held back on purpose: they do not make it slow. */
  heldMs: number;
};

const contextByRequest = new WeakMap<Request, RequestContext>();

/** Returns the context of a request; the first call creates it. */
export function requestContextOf(request: Request): RequestContext {
  const known = contextByRequest.get(request);
  if (known !== undefined) return known;
  const context: RequestContext = {
    id: crypto.randomUUID(),
    route: null,
    user: null,
    fault: null,
    heldMs: 0,
  };
  contextByRequest.set(request, context);
  return context;
}
