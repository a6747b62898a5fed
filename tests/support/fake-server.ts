export type MadeRequest = {
  readonly method: string;
  readonly path: string;
  readonly search: URLSearchParams;
  readonly headers: Headers;
  /** JSON body, or null. */
  readonly body: unknown;
};

type Answering = (request: MadeRequest) => Response | Promise<Response>;

/**
 * Replaces the network behind `fetch`, so that the real clients run. Responses are named "METHOD /path"; a request
 * without a prepared response fails the test.
 */
export type FakeServer = {
  readonly requests: readonly MadeRequest[];
  /** Requests without a prepared response, as "METHOD /path". */
  readonly surprises: readonly string[];
  /** Sets the response of a path. */
  answer(name: string, answering: Answering): void;
  /** Returns the requests to a path, for example "PATCH /rest/v1/profiles". */
  to(name: string): readonly MadeRequest[];
  readonly fetch: typeof fetch;
};

/** Creates a server without prepared responses. */
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

/** Returns a JSON response. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

/** Throws as `fetch` does when the server is unreachable. */
export function unreachable(): never {
  throw new TypeError("Failed to fetch");
}

/** Creates a response that the test releases. */
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
