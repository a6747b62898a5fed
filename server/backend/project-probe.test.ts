import { describe, expect, it } from "vitest";
import { createProjectProbe } from "./project-probe.ts";

function probeWith(replies: (() => Promise<Response>)[]) {
  const asked: string[] = [];
  const clock = { nowMs: 0 };
  const probe = createProjectProbe({
    origin: "https://project.supabase.example",
    publishableKey: "sb_publishable_of_the_project",
    fetch: (input, init) => {
      const { url, headers } = new Request(input, init);
      asked.push(`${url} ${headers.get("apikey")}`);
      return replies.shift()?.() ?? Promise.reject(new TypeError("fetch failed"));
    },
    now: () => clock.nowMs,
  });
  return { probe, asked, clock };
}
const answer = (status: number) => () => Promise.resolve(new Response("{}", { status }));
const never = () => new Promise<Response>(() => undefined);

describe("createProjectProbe", () => {
  it("calls the auth service with the key, at most once in ten seconds", async () => {
    const { probe, asked, clock } = probeWith([answer(200), answer(200)]);
    const answers = await Promise.all(Array.from({ length: 9 }, () => probe.isReady(500)));
    expect(answers).toEqual(Array.from({ length: 9 }, () => true));
    await probe.isReady(500);
    expect(asked).toEqual([
      "https://project.supabase.example/auth/v1/health sb_publishable_of_the_project",
    ]);
    clock.nowMs += 10_000;
    await probe.isReady(500);
    expect(asked).toHaveLength(2);
  });

  it.each([
    ["is paused (540)", answer(540), false],
    ["fails", answer(503), false],
    ["cannot be reached", () => Promise.reject(new TypeError("fetch failed")), false],
    ["refuses the key", answer(401), true],
  ])("reports a project that %s", async (_, reply, isReady) => {
    const { probe } = probeWith([reply]);
    expect(await probe.isReady(500)).toBe(isReady);
  });

  it("does not wait for an unresponsive project and returns the previous result", async () => {
    const { probe, clock } = probeWith([answer(200), never]);
    expect(await probe.isReady(500)).toBe(true);
    clock.nowMs += 60_000;
    expect(await probe.isReady(0)).toBe(true);
  });
});
