import { expect, it } from "vitest";
import { createMemoryStore } from "./function-module.ts";
import type { FunctionContext } from "@reign-tv/kit/function-contract.ts";
import { watchSiteSettings, type SiteSettings } from "./site-settings.ts";

const TOLD: SiteSettings = {
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
  const follower = watchSiteSettings({
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

it("waits for the site before the first response, and applies known variables", async () => {
  const { follower, asked } = edge(() => Response.json(TOLD));
  await follower.refreshIfStale();
  expect(asked).toEqual(["https://site.example/api/function-settings"]);
  expect(follower.env).toEqual({ ...SECRETS, CHANNELS: "english,prayer" });
});

it("refreshes in the background every 30 seconds", async () => {
  const { follower, asked, waited, state } = edge(() => Response.json(TOLD));
  await follower.refreshIfStale();
  state.nowMs = 30_000;
  await follower.refreshIfStale();
  expect(asked).toHaveLength(1);
  state.nowMs = 30_001;
  state.answer = () => Response.json({ ...TOLD, CHANNELS: "prayer" });
  await follower.refreshIfStale();
  await Promise.all(waited);
  expect(follower.env["CHANNELS"]).toBe("prayer");
});

it.each<[string, () => Response]>([
  ["does not answer", () => Response.error()],
  ["is in trouble", () => Response.json(TOLD, { status: 503 })],
  ["answers a page", () => new Response("<html>")],
  ["answers half of it", () => Response.json({ CHANNELS: "x" })],
  ["answers no texts", () => Response.json({ ...TOLD, CHANNELS: ["x"] })],
])("keeps the secrets while the site %s", async (_what, answer) => {
  const { follower } = edge(answer);
  await follower.refreshIfStale();
  expect(follower.env).toEqual(SECRETS);
});

it.each([{ SITE_URL: undefined, CHANNELS: "english" }, { SITE_URL: "https://site.example" }])(
  "makes no request with %j",
  async (secrets) => {
    const { follower, asked } = edge(() => Response.json(TOLD), secrets);
    await follower.refreshIfStale();
    expect(asked).toEqual([]);
  },
);
