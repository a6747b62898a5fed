import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { speechStatusSchema } from "#shared/contracts/speech.ts";
import { type Behaviour, createFakeSpeech, FAKE_AUDIO } from "#tests/fakes/speech/fake-speech.ts";
import { createMemoryStore } from "#functions/_shared/runtime/function-module.ts";
import { speechPieces, TEST_SENTENCES } from "./speech-texts.ts";
import { createTextToSpeech } from "./text-to-speech.ts";

const PROVIDER = "https://speech.example";
const ENTRY = { title: "Title", verse: "Verse", content: "Content" };
const DEVOTIONAL = { kind: "devotional", language: "en", day: 5 };

function open(env: Record<string, string> = { TTS_API_KEY: "ministry-key" }) {
  const lines: string[] = [];
  const provider = createFakeSpeech(PROVIDER, (url) =>
    url.endsWith("/api/devotionals/en/5")
      ? Response.json(ENTRY)
      : Response.json({ error: "Not found" }, { status: 404 }),
  );
  const service = createTextToSpeech({
    env: { SITE_URL: "http://127.0.0.1:3000", TTS_API_BASE: PROVIDER, ...env },
    fetch: provider.fetch,
    store: createMemoryStore(),
    now: () => Date.parse("2026-06-14T10:00:00Z"),
    log: (level, event, details) => lines.push(JSON.stringify([level, event, details])),
  });
  const ask = (body: unknown, headers: Record<string, string> = {}) =>
    service.handle(
      new Request("http://host/tts", { method: "POST", body: JSON.stringify(body), headers }),
    );
  return { provider, ask, lines };
}

describe("text to speech", () => {
  it("sends the request of the specification and returns the audio (S7.16, S9.18)", async () => {
    const { provider, ask } = open();
    const response = await ask(DEVOTIONAL);
    expect(response.headers.get("content-type")).toBe("audio/mpeg");
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(FAKE_AUDIO);
    expect(provider.calls).toHaveLength(1);
    const [call] = provider.calls;
    expect(call?.url).toMatch(
      /^https:\/\/speech\.example\/v1\/text-to-speech\/\w+\?output_format=mp3_44100_128$/,
    );
    expect(call?.headers).toMatchObject({ accept: "audio/mpeg", "xi-api-key": "ministry-key" });
    expect(call?.body).toEqual({
      text: "Title\n\nVerse\n\nContent",
      model_id: "eleven_multilingual_v2",
      voice_settings: {
        stability: 0.5,
        similarity_boost: 0.8,
        style: 0.3,
        use_speaker_boost: true,
      },
    });
  });

  it("pays for a text once, also for simultaneous requests", async () => {
    const { provider, ask } = open();
    await Promise.all([ask(DEVOTIONAL), ask(DEVOTIONAL)]);
    const again = await ask(DEVOTIONAL);
    expect(new Uint8Array(await again.arrayBuffer())).toEqual(FAKE_AUDIO);
    expect(provider.calls).toHaveLength(1);
  });

  it("answers 402 at the day's budget", async () => {
    const { provider, ask } = open({ TTS_API_KEY: "ministry-key", TTS_DAILY_CHARACTERS: "10" });
    expect((await ask(DEVOTIONAL)).status).toBe(402);
    expect(provider.calls).toHaveLength(0);
  });

  it("uses a reader's own key, stores no audio and writes the key nowhere", async () => {
    const { provider, ask, lines } = open({});
    const own = { "x-speech-key": "own-secret" };
    await ask({ kind: "text", language: "en", text: "My own" }, own);
    await ask({ kind: "test", language: "fr" }, own);
    provider.behave("bad key");
    await ask(DEVOTIONAL, own);
    expect(provider.calls.map(({ headers }) => headers["xi-api-key"])).toEqual(
      Array.from({ length: 3 }, () => "own-secret"),
    );
    expect(provider.calls[1]?.body).toMatchObject({ text: TEST_SENTENCES.fr });
    expect(lines.join("\n")).toContain("invalid_key");
    expect(lines.join("\n")).not.toContain("own-secret");
  });

  it.each<[Behaviour, number, string]>([
    ["bad key", 401, "invalid_key"],
    ["quota", 402, "quota_exceeded"],
    ["too long", 413, "too_long"],
    ["busy", 429, "rate_limited"],
    ["down", 503, "unavailable"],
    ["unreachable", 503, "unavailable"],
    ["garbage", 503, "unavailable"],
  ])("answers a provider that is %j with %i %s", async (behaviour, status, code) => {
    const { provider, ask } = open();
    provider.behave(behaviour);
    const response = await ask(DEVOTIONAL);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  it.each<[string, unknown, Record<string, string>, number]>([
    [
      "a free text without a key of one's own",
      { kind: "text", language: "en", text: "x" },
      {},
      403,
    ],
    ["a test without a key of one's own", { kind: "test", language: "en" }, {}, 403],
    ["a devotional that there is not", { ...DEVOTIONAL, day: 6 }, {}, 404],
    ["a day of 31", { ...DEVOTIONAL, day: 31 }, {}, 400],
    ["a day that its month lacks", { ...DEVOTIONAL, day: "2026-02-31" }, {}, 400],
    ["a path instead of a day", { ...DEVOTIONAL, day: "../5" }, {}, 400],
    ["an unknown kind", { kind: "song" }, {}, 400],
    ["no JSON", undefined, {}, 400],
    ["a key with control characters", DEVOTIONAL, { "x-speech-key": "a b" }, 401],
  ])("rejects %s", async (_, body, headers, status) => {
    const { provider, ask } = open();
    expect((await ask(body, headers)).status).toBe(status);
    expect(provider.calls).toHaveLength(0);
  });

  it("reports whether the ministry has a key, and answers 503 without any", async () => {
    const without = open({});
    const status = await (await without.ask({ kind: "status" })).json();
    expect(v.parse(speechStatusSchema, status)).toEqual({ available: false });
    expect((await without.ask(DEVOTIONAL)).status).toBe(503);
    expect(await (await open().ask({ kind: "status" })).json()).toEqual({ available: true });
  });

  it("splits long texts at paragraphs, sentences or blanks", () => {
    expect(speechPieces("ab cd\n\nef gh", 8)).toEqual(["ab cd", "ef gh"]);
    expect(speechPieces("Ab. Cd ef.", 7)).toEqual(["Ab.", "Cd ef."]);
    expect(speechPieces("abcdef", 3)).toEqual(["abc", "def"]);
  });
});
