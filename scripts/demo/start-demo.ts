import { type SupabaseClient, createClient } from "@supabase/supabase-js";
import { setAdminRole } from "#scripts/commands/admin-role.ts";
import { readFileSync, mkdirSync, writeFileSync } from "node:fs";
import { fakeVideo, fakeVideos, type FakeVideo } from "#tests/fakes/youtube/catalogue.ts";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { loadKeys } from "@reign-tv/backend";
import { FAKE_KEY, startFakeBibleProviders } from "#tests/fakes/bible/fake-bible-providers.ts";
import { startFakeYouTube } from "#tests/fakes/youtube/fake-youtube.ts";

/** Public: the demonstration listens on this machine only. */
export const DEMO_PASSWORD = "green pastures 23";

export const DEMO_ACCOUNTS = [
  { email: "member@reign-tv.example", fullName: "Ruth Moyo", isAdmin: false },
  { email: "admin@reign-tv.example", fullName: "Samuel Dube", isAdmin: true },
] as const;

/**
 * Creates the accounts of the demonstration; existing ones stay as they are.
 *
 * @param client holds the secret key
 * @throws AuthError of the service for any other error than an existing account
 */
export async function makeDemoAccounts(client: SupabaseClient): Promise<void> {
  for (const { email, fullName, isAdmin } of DEMO_ACCOUNTS) {
    const { error } = await client.auth.admin.createUser({
      email,
      password: DEMO_PASSWORD,
      email_confirm: true,
      user_metadata: { full_name: fullName },
    });
    if (error && error.code !== "email_exists") throw error;
    if (isAdmin) await setAdminRole(client, email, true);
  }
}

/** Enough for five pages of a category. */
const LONG_LIST_LENGTH = 120;
const LONG_LIST_ID = "PLdemo-sermons-long";
/** Unknown to the platform: its category and its row on Home show the error state. */
const FAILING_LIST_ID = "PLdemo-movies-missing";
const MIXED_LIST_ID = "PLdemo-testimonies-mixed";

/** Playlists of the demonstration's video platform. */
export const DEMO_PLAYLISTS: Readonly<Record<string, readonly FakeVideo[]>> = {
  [LONG_LIST_ID]: fakeVideos("sermon", LONG_LIST_LENGTH),
  [MIXED_LIST_ID]: [
    fakeVideo("long", {
      title:
        "Témoignage d’une famille entière, de Kinshasa à Bruxelles en passant par Harare : comment la prière de toute une assemblée a porté la guérison",
    }),
    fakeVideo("hidden", { title: "A video whose owner hides the views", views: null }),
    fakeVideo("unseen", { title: "A video that nobody has watched yet", views: 0 }),
    fakeVideo("noframe", { title: "A video that may not be embedded", isEmbeddable: false }),
    fakeVideo("private", { title: "A private video", state: "private" }),
    fakeVideo("small", { title: "A video with small pictures only", pictures: ["default"] }),
  ],
};

/**
 * Text of a `ministry.json`: the repository's, with a long list, a list of odd videos, one that fails, and a
 * French channel whose stream is down.
 */
export function demoMinistry(path: string): string {
  const ministry = JSON.parse(readFileSync(path, "utf8"));
  ministry.playlists.sermons = LONG_LIST_ID;
  ministry.playlists.testimonies = MIXED_LIST_ID;
  ministry.playlists.movies = FAILING_LIST_ID;
  ministry.channels.french.source = { kind: "hls", url: "https://dead.reign-tv.example/live.m3u8" };
  return JSON.stringify(ministry, null, 2);
}

const READY_POLL_MS = 200;

/**
 * `npm run dev -- --demo`: the development server with fake third parties, accounts and failures. Uses the
 * fakes of the tests on this machine, without external requests.
 */
async function startDemo(): Promise<void> {
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
  while (!(await isReady(url))) await pause(READY_POLL_MS);
  const { secretKey } = await loadKeys({ dataDir, now: Date.now });
  await makeDemoAccounts(
    createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false } }),
  );
  for (const { email } of DEMO_ACCOUNTS) {
    process.stdout.write(`Demonstration account: ${email}, password "${DEMO_PASSWORD}"\n`);
  }
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => null);
  return response?.ok === true;
}

// Tests import the accounts and lists above and start nothing.
if (import.meta.main) await startDemo();
