import { afterEach, describe, expect, it } from "vitest";
import { respondWith, stopResponding } from "@reign-tv/operations/doctor/fixed-response.fixture.ts";
import { DAY_MS } from "@reign-tv/kit/durations.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { checkPlatform } from "./check-platform.ts";

afterEach(stopResponding);

describe("the video platform", () => {
  const ask = async (port: number, key?: string, list = "PLforeign") =>
    checkPlatform(
      { YOUTUBE_API_BASE: `http://127.0.0.1:${port}`, YOUTUBE_API_KEY: key },
      { playlists: { ...testMinistry().playlists, sermons: list } },
    );

  it("accepts the key and reads the time", async () => {
    const port = await respondWith(200, {}, { date: "Sun, 22 Nov 2020 09:00:00 GMT" });
    const { result, time } = await ask(port, "key");
    expect(result.status).toBe("ok");
    expect(time?.aheadMs).toBeGreaterThan(DAY_MS);
  });

  it.each([
    ["API key not valid. Please pass a valid API key.", "badRequest", "Copy YOUTUBE_API_KEY again"],
    ["x", "accessNotConfigured", "Enable the YouTube Data API v3"],
    ["x", "quotaExceeded", "until midnight Pacific time"],
    ["x", "ipRefererBlocked", "restricted to other IP addresses"],
  ])("rejects the key with %j, %s", async (message, reason, hint) => {
    const port = await respondWith(403, { error: { message, errors: [{ reason }] } });
    const { result } = await ask(port, "canary-key");
    expect(result).toMatchObject({ status: "problem", hint: expect.stringContaining(hint) });
    expect(JSON.stringify(result)).not.toContain("canary");
  });

  it.each([
    [
      "Permission denied: Consumer 'api_key:x' has been suspended.",
      "forbidden",
      "has suspended the project",
    ],
    ["Project 12 has been deleted.", "forbidden", "was deleted"],
  ])("explains, for %j, %s, the state of the project", async (message, reason, hint) => {
    const port = await respondWith(403, { error: { message, errors: [{ reason }] } });
    const { result } = await ask(port, "key");
    expect(result).toMatchObject({ status: "problem", hint: expect.stringContaining(hint) });
  });

  it.each([
    [200, "a web page answers in the place of", "sign-in page of the network"],
    [403, "a web page answers in the place of", "sign-in page of the network"],
    [502, "fails at the moment (status 502)", "Try again in an hour"],
  ])("does not take a page (%i) for a response to the key", async (status, text, hint) => {
    const port = await respondWith(status, "<!doctype html><p>Sign in</p>");
    const { result } = await ask(port, "key");
    expect(result).toMatchObject({
      text: expect.stringContaining(text),
      hint: expect.stringContaining(hint),
    });
  });

  it("needs a key for lists of the platform, and none for those of the library", async () => {
    const port = await respondWith(403, {});
    expect((await ask(port)).result.status).toBe("look");
    expect((await ask(port, undefined, "library-sermons")).result.status).toBe("ok");
  });
});
