/** What the server knows of one request besides its answer, for its line in the log and its figures. */
export type RequestContext = {
  /** Stands in the answer as `x-request-id`, and in every line of the log about the request. */
  readonly id: string;
  /** Its address as a template, from a room that knows it better than the router; null: the router's. */
  route: string | null;
  /** The account as a hash that only this server can repeat; null for visitors. */
  user: string | null;
  /** Why it failed, in words that a log may hold; null while nobody said. */
  fault: Readonly<Record<string, unknown>> | null;
};

const factsByRequest = new WeakMap<Request, RequestContext>();

/** The facts of a request; the first who asks begins them. */
export function factsOf(request: Request): RequestContext {
  const known = factsByRequest.get(request);
  if (known !== undefined) return known;
  const facts: RequestContext = { id: crypto.randomUUID(), route: null, user: null, fault: null };
  factsByRequest.set(request, facts);
  return facts;
}
