/** A request that the web app made. */
export type MadeRequest = {
  readonly method: string;
  /** Path without search, for example "/api/live". */
  readonly path: string;
  readonly search: URLSearchParams;
  readonly headers: Headers;
  /** What was sent as JSON, else null. */
  readonly body: unknown;
};

type Answering = (request: MadeRequest) => Response | Promise<Response>;

/**
 * What a view's requests reach in place of the network: it stands behind `fetch`, so that the real
 * clients run. Names of answers are "METHOD /path"; a request that nobody has prepared is a fault of
 * the test.
 */
export type FakeServer = {
  /** Every request so far, in order. */
  readonly requests: readonly MadeRequest[];
  /** Requests that no answer was prepared for, as "METHOD /path". */
  readonly surprises: readonly string[];
  /** Prepares the answer to a path, from now on. */
  answer(name: string, answering: Answering): void;
  /** The requests to a path, for example "PATCH /rest/v1/profiles". */
  to(name: string): readonly MadeRequest[];
  readonly fetch: typeof fetch;
};

/** Makes a server that has nothing to say yet. */
export function createFakeServer(): FakeServer {
  const answers = new Map<string, Answering>();
  const requests: MadeRequest[] = [];
  const surprises: string[] = [];
  const nameOf = ({ method, path }: MadeRequest): string => `${method} ${path}`;
  return {
    requests,
    surprises,
    answer: (name, answering) => void answers.set(name, answering),
    to: (name) => requests.filter((request) => nameOf(request) === name),
    async fetch(input, init) {
      const request = await readRequest(input, init);
      requests.push(request);
      const answering = answers.get(nameOf(request));
      if (answering) return orAborted(Promise.resolve(answering(request)), init?.signal);
      surprises.push(nameOf(request));
      return json({ error: "nobody has prepared an answer" }, 500);
    },
  };
}

/** An answer of JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

/** What fetch does where nothing answers. */
export function unreachable(): never {
  throw new TypeError("Failed to fetch");
}

/** An answer that comes when the test says so. */
export function onHold(): {
  answering: () => Promise<Response>;
  release: (response: Response) => void;
} {
  const { promise, resolve } = Promise.withResolvers<Response>();
  return { answering: () => promise, release: resolve };
}

async function readRequest(
  input: Parameters<typeof fetch>[0],
  init: RequestInit = {},
): Promise<MadeRequest> {
  const address = input instanceof Request ? input.url : String(input);
  const url = new URL(address, window.location.origin);
  return {
    method: (init.method ?? "GET").toUpperCase(),
    path: url.pathname,
    search: url.searchParams,
    headers: new Headers(init.headers),
    body: await readBody(init.body),
  };
}

async function readBody(body: RequestInit["body"]): Promise<unknown> {
  const text = await new Response(body ?? null).text();
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function orAborted(answer: Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  if (!signal) return answer;
  const aborted = new Promise<never>((_resolve, reject) => {
    const abort = (): void => reject(new DOMException("Aborted", "AbortError"));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
  });
  return Promise.race([answer, aborted]);
}
