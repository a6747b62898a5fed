import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as v from "valibot";
import { DAY_MS, HOUR_MS } from "@reign-tv/kit/durations.ts";
import { printMeasurements } from "@reign-tv/backend/testing";
import { type AcknowledgedWrites, openAcknowledgedWrites } from "./support/acknowledged-writes.ts";
import { memoryStorage } from "./support/memory-storage.ts";
import { type ControlledServer, startControlledServer } from "./support/controlled-server.ts";

/** A day in 15 minutes: speed of the server's clock and of its timers of 20 seconds and more. */
const SPEED = 96;
const VISITORS_AT_ONCE = 3;
const WRITERS = 1;
/** A function's limit of a minute is 0.6 s at this speed: its timeout is not an error. */
const ENDED_BY_SPEED = /"route":"\/functions\/v1\/[\w-]+","status":504/;
/** Hours at which memory is measured: after caches have filled, in the middle, at the end. */
const WEIGHED_AT_H = [3, 12, 24];
const GROWTH_LIMIT = 1.1;
const PASSWORD = "kettle-mistral-47";
const PAGES = [
  "/",
  "/fr",
  "/live-tv",
  "/devotional",
  "/fr/devotional",
  "/bible",
  "/videos/sermons",
  "/videos/music",
  "/search?q=faith",
  "/nowhere",
  "/api/live",
  "/api/site",
  "/api/devotionals/en/today",
  "/api/bible/v1/search?q=love",
  "/embed/channel/english",
  "/sitemap.xml",
  "/healthz",
];
const siteSchema = v.object({ publishableKey: v.string() });

describe("a day of visitors, members and background jobs, in fast time", () => {
  let server: ControlledServer;
  let writes: AcknowledgedWrites;
  let key = "";
  const counts = { pages: 0, members: 0, files: 0, sockets: 0, calls: 0 };
  const broken = new Map<string, number>();

  beforeAll(async () => {
    server = await startControlledServer({ LOG_LEVEL: "info", BACKUP_TIME: "03:00" });
    key = v.parse(siteSchema, await (await fetch(`${server.url}/api/site`)).json()).publishableKey;
    writes = await openAcknowledgedWrites(server);
  });
  afterAll(async () => {
    await writes.stop();
    await server.stop();
  });

  function note(what: string, error: { message: string } | null): void {
    if (error === null) return;
    const line = `${what}: ${error.message}`;
    broken.set(line, (broken.get(line) ?? 0) + 1);
  }
  const client = (): SupabaseClient =>
    createClient(server.url, key, {
      auth: { autoRefreshToken: false, storage: memoryStorage() },
    });

  async function visit(number: number): Promise<void> {
    for (const page of [...PAGES, `/bible/psalms/${(number % 150) + 1}`]) {
      const answer = await fetch(server.url + page);
      await answer.arrayBuffer();
      counts.pages += 1;
      if (answer.status >= 500) note(page, { message: String(answer.status) });
    }
  }

  /** Signs up, reads and writes own data, stores an image, listens, and signs out. */
  async function beMember(number: number): Promise<void> {
    const member = client();
    const email = `member.${number}@example.org`;
    const { data, error } = await member.auth.signUp({ email, password: PASSWORD });
    note("sign-up", error);
    const id = data.user?.id ?? "";
    note("read", (await member.from("profiles").select("*").eq("id", id)).error);
    note("refresh", (await member.auth.refreshSession()).error);
    const call = await member.functions.invoke("youtube-playlist-videos", {
      body: { playlistId: "library-music" },
    });
    note("function", call.error);
    counts.calls += 1;
    const files = member.storage.from("avatars");
    const picture = `${id}-${Date.now()}.png`;
    note("upload", (await files.upload(picture, PICTURE, { contentType: "image/png" })).error);
    note("download", (await files.download(picture)).error);
    note("removal", (await files.remove([picture])).error);
    counts.files += 1;
    await listen(member);
    note("sign-out", (await member.auth.signOut()).error);
    counts.members += 1;
  }

  async function listen(member: SupabaseClient): Promise<void> {
    const channel = member.channel(`room-${counts.sockets % 50}`);
    const joined = new Promise<string>((resolve) => {
      channel.subscribe((status) => {
        const name: string = status;
        if (name !== "CLOSED") resolve(name);
      });
    });
    const status = await joined;
    if (status !== "SUBSCRIBED") note("socket", { message: status });
    if (status === "SUBSCRIBED") {
      await channel.send({ type: "broadcast", event: "said", payload: { words: "hello" } });
    }
    await member.removeAllChannels();
    counts.sockets += 1;
  }

  it("ends with its initial memory and with every acknowledged write", async () => {
    const beganMs = await server.setSpeed(SPEED);
    const startedMs = performance.now();
    const passedMs = (): number => (performance.now() - startedMs) * SPEED;
    const isOver = (): boolean => passedMs() >= DAY_MS;
    writes.start(WRITERS);
    let visits = 0;
    const visitor = async (): Promise<void> => {
      while (!isOver()) {
        visits += 1;
        const number = visits;
        await visit(number);
        await beMember(number);
      }
    };
    const heaps: number[] = [];
    const weigh = async (): Promise<void> => {
      for (const hour of WEIGHED_AT_H) {
        await until(() => passedMs() >= hour * HOUR_MS);
        heaps.push(await server.heapBytes());
      }
    };
    await Promise.all([...Array.from({ length: VISITORS_AT_ONCE }, visitor), weigh()]);
    await writes.stop();
    const shownMs = (await server.jump(0)) - beganMs;
    const lost = await writes.lost();
    const [early = 0, , late = 0] = heaps;
    const backups = server.output().split('"event":"backup_made"').length - 1;
    const errors = server
      .output()
      .split("\n")
      .filter((line) => /"level":(?:50|60)/.test(line) && !ENDED_BY_SPEED.test(line));
    printMeasurements("24 hours in fast time", {
      "hours on the server's clock": Math.round(shownMs / HOUR_MS),
      "minutes of ours": Math.round((performance.now() - startedMs) / 60_000),
      ...counts,
      "acknowledged writes": writes.acknowledged.size,
      lost: lost.length,
      [`heap in MB after ${WEIGHED_AT_H.join(", ")} h`]: heaps
        .map((bytes) => (bytes / 1e6).toFixed(1))
        .join(" / "),
      backups,
      "failed answers": [...broken.values()].reduce((sum, count) => sum + count, 0),
      "error lines in the log": errors.length,
    });
    expect(errors.slice(0, 5)).toEqual([]);
    expect([...broken]).toEqual([]);
    expect(lost).toEqual([]);
    // The first backup follows the start, the second is nightly.
    expect(backups).toBe(2);
    expect(late).toBeLessThan(early * GROWTH_LIMIT);
  });
});

function until(condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!condition()) return;
      clearInterval(timer);
      resolve();
    }, 100);
  });
}

/** A transparent image of one pixel. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
