import { expect, it } from "vitest";
import { createMemoryStore } from "./function-module.ts";
import type { FunctionContext } from "./runtime.ts";
import { followSite, type ToldSettings } from "./site-settings.ts";

const TOLD: ToldSettings = {
  PLAYLISTS: '{"sermons":"PLnew"}',
  OWN_LISTS: "{}",
  VIDEO_WORDS: "{}",
  CHANNELS: "english,prayer",
};
const SECRETS = { SITE_URL: "https://site.example/", CHANNELS: "english", TTS_API_KEY: "secret" };

function edge(answer: () => Response, secrets: FunctionContext["env"] = SECRETS) {
  const asked: string[] = [];
  const waited: Promise<unknown>[] = [];
  const state = { answer, nowMs: 0 };
  const follower = followSite({
    env: secrets,
    async fetch(input) {
      asked.push(new Request(input instanceof URL ? input.href : input).url);
      return state.answer();
    },
    store: createMemoryStore(),
    now: () => state.nowMs,
    waitUntil: (work) => waited.push(work),
  });
  return { follower, asked, waited, state };
}

it("before its first answer a function waits for the site, and takes what it knows of", async () => {
  const { follower, asked } = edge(() => Response.json(TOLD));
  await follower.freshen();
  expect(asked).toEqual(["https://site.example/api/function-settings"]);
  expect(follower.env).toEqual({ ...SECRETS, CHANNELS: "english,prayer" });
});

it("later it asks again behind the visitor's back, every half minute", async () => {
  const { follower, asked, waited, state } = edge(() => Response.json(TOLD));
  await follower.freshen();
  state.nowMs = 30_000;
  await follower.freshen();
  expect(asked).toHaveLength(1);
  state.nowMs = 30_001;
  state.answer = () => Response.json({ ...TOLD, CHANNELS: "prayer" });
  await follower.freshen();
  await Promise.all(waited);
  expect(follower.env["CHANNELS"]).toBe("prayer");
});

it.each<[string, () => Response]>([
  ["does not answer", () => Response.error()],
  ["is in trouble", () => Response.json(TOLD, { status: 503 })],
  ["answers a page", () => new Response("<html>")],
  ["answers half of it", () => Response.json({ CHANNELS: "x" })],
  ["answers no texts", () => Response.json({ ...TOLD, CHANNELS: ["x"] })],
])("the secrets hold while the site %s", async (_what, answer) => {
  const { follower } = edge(answer);
  await follower.freshen();
  expect(follower.env).toEqual(SECRETS);
});

it.each([{ SITE_URL: undefined, CHANNELS: "english" }, { SITE_URL: "https://site.example" }])(
  "nobody is asked with %j",
  async (secrets) => {
    const { follower, asked } = edge(() => Response.json(TOLD), secrets);
    await follower.freshen();
    expect(asked).toEqual([]);
  },
);
