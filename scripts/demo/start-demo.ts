import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import { loadKeys } from "#server/backend/keys.ts";
import { FAKE_KEY, startFakeBibleProviders } from "#tests/fakes/bible/fake-bible-providers.ts";
import { startFakeYouTube } from "#tests/fakes/youtube/fake-youtube.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, makeDemoAccounts } from "./demo-accounts.ts";
import { DEMO_PLAYLISTS, demoMinistry } from "./demo-ministry.ts";

/**
 * `npm run dev -- --demo`: the development server with third parties, accounts and faults to look at.
 * The third parties are the fakes of the tests, on this machine; nothing leaves it.
 */
const READY_POLL_MS = 200;

const dataDir = resolve(process.env["DATA_DIR"] ?? "data/demo");
const port = process.env["PORT"] ?? "3000";
const [youtube, bible] = await Promise.all([
  startFakeYouTube({ playlists: DEMO_PLAYLISTS }),
  startFakeBibleProviders(),
]);
mkdirSync(dataDir, { recursive: true });
const ministryFile = join(dataDir, "demo-ministry.json");
writeFileSync(ministryFile, demoMinistry(process.env["MINISTRY_FILE"] ?? "ministry.json"));

Object.assign(process.env, {
  PORT: port,
  DATA_DIR: dataDir,
  MINISTRY_FILE: ministryFile,
  YOUTUBE_API_KEY: youtube.apiKey,
  YOUTUBE_API_BASE: youtube.apiBase,
  YOUTUBE_FEED_BASE: youtube.feedBase,
  YOUTUBE_IMAGE_BASE: youtube.imageBase,
  YOUTUBE_EMBED_BASE: youtube.embedBase,
  ...bible.bases,
  BIBLE_TEXTS: "none",
  ESV_API_KEY: FAKE_KEY,
  NLT_API_KEY: FAKE_KEY,
});
await import("#server/main.ts");

const url = `http://127.0.0.1:${port}`;
while (!(await isReady())) await pause(READY_POLL_MS);
const { secretKey } = await loadKeys({ dataDir, now: Date.now });
await makeDemoAccounts(
  createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false } }),
);
for (const { email } of DEMO_ACCOUNTS) {
  process.stdout.write(`Demonstration account: ${email}, password "${DEMO_PASSWORD}"\n`);
}

async function isReady(): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => null);
  return response?.ok === true;
}
