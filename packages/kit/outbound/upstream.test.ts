import { describe, expect, it, vi } from "vitest";
import { fetchBounded, OutboundError, OUTBOUND_LIMITS } from "./bounded-fetch.ts";
import { createUpstream, retryAfterMs } from "./upstream.ts";
import type { Upstream } from "./upstream.ts";

const URL_ASKED = "https://third.example/data";

/** Returns these responses in turn, then the last one again. */
function fetchOf(...answers: (Response | Error)[]): { fetch: typeof fetch; count: () => number } {
  let asked = 0;
  return {
    count: () => asked,
    fetch: () => {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? new Error("no answer");
      asked += 1;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer.clone());
    },
  };
}

const fault = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => "none",
    (error: unknown) => (error instanceof OutboundError ? error.fault : "other"),
  );

describe("fetchBounded", () => {
  const bounded = (answer: Response, maxBytes = 10): Promise<unknown> =>
    fetchBounded({
      fetch: () => Promise.resolve(answer),
      url: URL_ASKED,
      limits: { ...OUTBOUND_LIMITS, maxBytes },
    });

  it("returns responses of every status, errors included", async () => {
    await expect(bounded(new Response("gone", { status: 404 }))).resolves.toMatchObject({
      status: 404,
    });
  });

  it("accepts exactly the allowed bytes and rejects one more", async () => {
    expect(await fault(bounded(new Response("0123456789")))).toBe("none");
    expect(await fault(bounded(new Response("0123456789a")))).toBe("too_large");
  });

  it.each([301, 302, 303, 307, 308])("rejects a redirect with %d", async (status) => {
    const answer = new Response(null, { status, headers: { location: "http://10.0.0.1/" } });
    expect(await fault(bounded(answer))).toBe("redirect");
  });

  it("requests redirects to be returned, not followed", async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(new Response()));
    await fetchBounded({ fetch, url: URL_ASKED, limits: OUTBOUND_LIMITS });
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ redirect: "manual" });
  });

  it("times out after 3 s without a head and after 8 s without an end", async () => {
    vi.useFakeTimers();
    try {
      const silent: typeof fetch = (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        });
      const noHead = fault(
        fetchBounded({ fetch: silent, url: URL_ASKED, limits: OUTBOUND_LIMITS }),
      );
      await vi.advanceTimersByTimeAsync(3_000);
      expect(await noHead).toBe("timeout");

      const dripping: typeof fetch = (_url, init) => {
        const body = new ReadableStream({
          start: (controller) =>
            init?.signal?.addEventListener("abort", () => controller.error(init.signal?.reason)),
        });
        return Promise.resolve(new Response(body));
      };
      let isOver = false;
      const noEnd = fault(
        fetchBounded({ fetch: dripping, url: URL_ASKED, limits: OUTBOUND_LIMITS }),
      ).finally(() => {
        isOver = true;
      });
      await vi.advanceTimersByTimeAsync(7_999);
      expect(isOver).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(await noEnd).toBe("timeout");
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("createUpstream", () => {
  const sleep = (): Promise<void> => Promise.resolve();
  const ask = (upstream: Upstream): Promise<string> =>
    upstream.call({ url: URL_ASKED, read: (reply) => new TextDecoder().decode(reply.bytes) });

  it("retries once after a network error, 5xx or 429, and not after other responses", async () => {
    const faults = [
      new Error("reset"),
      ...[500, 503, 429].map((s) => new Response("", { status: s })),
    ];
    for (const first of faults) {
      const { fetch, count } = fetchOf(first, new Response("fine"));
      expect(await ask(createUpstream({ fetch, now: () => 0, sleep }))).toBe("fine");
      expect(count()).toBe(2);
    }
    const { fetch, count } = fetchOf(new Response("denied", { status: 403 }));
    expect(await ask(createUpstream({ fetch, now: () => 0, sleep }))).toBe("denied");
    expect(count()).toBe(1);
  });

  it("runs beforeAttempt for each attempt and ends the call when it fails", async () => {
    const { fetch, count } = fetchOf(new Response("", { status: 500 }), new Response("fine"));
    const upstream = createUpstream({ fetch, now: () => 0, sleep });
    const beforeAttempt = vi.fn<() => Promise<void>>(() => Promise.resolve());
    await upstream.call({ url: URL_ASKED, beforeAttempt, read: () => null });
    expect(beforeAttempt).toHaveBeenCalledTimes(2);
    beforeAttempt.mockRejectedValue(new RangeError("spent"));
    await expect(
      upstream.call({ url: URL_ASKED, beforeAttempt, read: () => null }),
    ).rejects.toThrow("spent");
    expect(count()).toBe(2);
  });

  it("opens after five failures; then one call probes while others fail", async () => {
    let nowMs = 0;
    const { fetch, count } = fetchOf(new Response("", { status: 500 }));
    const upstream = createUpstream({ fetch, now: () => nowMs, sleep });
    for (let call = 0; call < 5; call += 1) expect(await fault(ask(upstream))).toBe("server_error");
    expect(await fault(ask(upstream))).toBe("resting");
    expect(count()).toBe(10);
    nowMs = 30_000;
    const both = await Promise.all([fault(ask(upstream)), fault(ask(upstream))]);
    expect(both).toEqual(["server_error", "resting"]);
    nowMs = 59_999;
    expect(await fault(ask(upstream))).toBe("resting");
  });

  it("closes after one valid response, even a rejection", async () => {
    let nowMs = 0;
    const broken = Array.from({ length: 10 }, () => new Response("", { status: 500 }));
    const { fetch } = fetchOf(...broken, new Response("denied", { status: 403 }));
    const upstream = createUpstream({ fetch, now: () => nowMs, sleep });
    for (let call = 0; call < 5; call += 1) await fault(ask(upstream));
    nowMs = 30_000;
    const rejection = upstream.call({
      url: URL_ASKED,
      read: () => {
        throw new RangeError("denied");
      },
    });
    await expect(rejection).rejects.toThrow("denied");
    expect(await ask(upstream)).toBe("denied");
  });

  it("counts an unreadable response as a failure", async () => {
    const { fetch } = fetchOf(new Response("<html>"));
    const upstream = createUpstream({ fetch, now: () => 0, sleep });
    const read = (): never => {
      throw new OutboundError("bad_answer", "not JSON");
    };
    for (let call = 0; call < 5; call += 1) await fault(upstream.call({ url: URL_ASKED, read }));
    expect(await fault(ask(upstream))).toBe("resting");
  });
});

it.each([
  ["120", 120_000],
  ["Sat, 21 Nov 2026 12:01:00 GMT", 60_000],
  ["Sat, 21 Nov 2026 11:00:00 GMT", 0],
  ["999999999", 3_600_000],
  ["soon", null],
  ["-5", null],
])("reads Retry-After %s as %j ms", (text, wanted) => {
  const nowMs = Date.parse("2026-11-21T12:00:00Z");
  const given = retryAfterMs(new Headers({ "retry-after": text }), nowMs);
  expect(given).toBe(wanted);
});
