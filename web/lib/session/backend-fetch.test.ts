import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { backendFetch } from "./backend-fetch.ts";

const RENEWAL = "https://tv.example/auth/v1/token?grant_type=refresh_token";

let hours = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  // The delay of the test before is over.
  hours += 1;
  vi.advanceTimersByTime(hours * 3_600_000);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function answerWith(answering: (init: RequestInit) => Promise<Response>) {
  const send = vi.fn((_input: unknown, init: RequestInit = {}) => answering(init));
  vi.stubGlobal("fetch", send);
  return send;
}

/** Ends only when it is aborted. */
const silent = ({ signal }: RequestInit): Promise<Response> =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
  });

it.each([
  ["/auth/v1/token?grant_type=password", 20_000],
  ["/auth/v1/recover", 20_000],
  ["/rest/v1/profiles", 20_000],
  ["/functions/v1/account-export", 20_000],
  ["/auth/v1/logout?scope=global", 1_400],
])("times out a request to %s after %d ms", async (path, limitMs) => {
  answerWith(silent);
  const answer = backendFetch(`https://tv.example${path}`).catch(String);
  await vi.advanceTimersByTimeAsync(limitMs - 1);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toContain("Aborted");
});

it("sets no limit for an image upload over a slow connection", async () => {
  answerWith(silent);
  void backendFetch("https://tv.example/storage/v1/object/avatars/me.png", { method: "POST" });
  expect(vi.getTimerCount()).toBe(0);
});

it("lets the caller abort as before", async () => {
  answerWith(silent);
  const stop = new AbortController();
  const answer = backendFetch("https://tv.example/rest/v1/x", { signal: stop.signal }).catch(
    String,
  );
  stop.abort();
  expect(await answer).toContain("Aborted");
});

it.each([
  ["too many requests", () => Response.json({ code: "over_request_rate_limit" }, { status: 429 })],
  ["a fault of the service", () => Response.json({ code: "unexpected_failure" }, { status: 500 })],
  ["a page of a proxy", () => new Response("<h1>Forbidden</h1>", { status: 403 })],
])(
  "fails a renewal answered with %s like a network error, and delays the next",
  async (_case, make) => {
    const send = answerWith(() => Promise.resolve(make()));
    await expect(backendFetch(RENEWAL)).rejects.toThrow(TypeError);
    await expect(backendFetch(RENEWAL)).rejects.toThrow(TypeError);
    expect(send).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(30_000);
    await expect(backendFetch(RENEWAL)).rejects.toThrow(TypeError);
    expect(send).toHaveBeenCalledTimes(2);
  },
);

it("passes on the auth server's own rejection of a renewal", async () => {
  const rejection = () => Response.json({ code: "refresh_token_not_found" }, { status: 400 });
  answerWith(() => Promise.resolve(rejection()));
  expect((await backendFetch(RENEWAL)).status).toBe(400);
});
