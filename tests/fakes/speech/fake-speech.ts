export type SpeechCall = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** A `fetch` that speaks the speech provider's protocol. */
export type FakeSpeech = {
  readonly fetch: typeof globalThis.fetch;
  readonly calls: readonly SpeechCall[];
  /** Sets the provider's response; "ok" at first. */
  behave(as: Behaviour): void;
};

export type Behaviour =
  | "ok"
  | "bad key"
  | "quota"
  | "too long"
  | "busy"
  | "down"
  | "unreachable"
  | "garbage";

const ERRORS: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  "bad key": [401, "invalid_api_key"],
  quota: [401, "quota_exceeded"],
  "too long": [400, "max_character_limit_exceeded"],
  busy: [429, "too_many_concurrent_requests"],
  down: [500, "internal_error"],
};

export const FAKE_AUDIO = new Uint8Array([0xff, 0xfb]);

/**
 * Creates the fake.
 *
 * @param elsewhere responds to requests for other hosts
 */
export function createFakeSpeech(
  base: string,
  elsewhere: (url: string) => Response | Promise<Response>,
): FakeSpeech {
  const calls: SpeechCall[] = [];
  let behaviour: Behaviour = "ok";

  function answer(): Response {
    if (behaviour === "unreachable") throw new TypeError("fetch failed");
    if (behaviour === "garbage") {
      return new Response("<html>", { headers: { "content-type": "text/html" } });
    }
    const error = ERRORS[behaviour];
    if (!error) return new Response(FAKE_AUDIO, { headers: { "content-type": "audio/mpeg" } });
    const [status, reason] = error;
    return Response.json({ detail: { status: reason, message: "No." } }, { status });
  }

  return {
    calls,
    behave(as) {
      behaviour = as;
    },
    async fetch(input, init) {
      const request = new Request(input, init);
      if (!request.url.startsWith(base)) return elsewhere(request.url);
      calls.push({
        url: request.url,
        headers: Object.fromEntries(request.headers),
        body: await request.json(),
      });
      return answer();
    },
  };
}
