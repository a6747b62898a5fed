import { setTimeout as sleep } from "node:timers/promises";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as v from "valibot";
import { HOUR_MS } from "@reign-tv/kit/durations.ts";
import { printMeasurements } from "@reign-tv/backend/testing";
import { type AcknowledgedWrites, openAcknowledgedWrites } from "./support/acknowledged-writes.ts";
import { memoryStorage } from "./support/memory-storage.ts";
import { type ControlledServer, startControlledServer } from "./support/controlled-server.ts";

/** Jumps by less and more than a session, a night and a week. Their sum is zero. */
const JUMPS_H = [6, -6, -6, 6, 24, -24, 192, -192, -24, 24, 1, -1];
const PAGES = ["/", "/fr", "/live-tv", "/devotional", "/videos/sermons", "/readyz", "/api/live"];
const WRITERS = 2;
const ROWS_PER_JUMP = 50;
const WRITE_LIMIT_MS = 20_000;
const QUIET_MS = 3_000;
/** Share of one core of an idle server. */
const BUSY_SHARE = 0.5;
const WRONG_PASSWORDS = 14;
/** After failed attempts the right password works again within the rate-limit window of 15 minutes. */
const LOCK_LIMIT_MINUTES = 16;
const PASSWORD = "kettle-mistral-47";
const siteSchema = v.object({ publishableKey: v.string() });

describe("a clock that jumps by hours", () => {
  let server: ControlledServer;
  let writes: AcknowledgedWrites;
  let key = "";
  let member: SupabaseClient;

  beforeAll(async () => {
    server = await startControlledServer();
    key = v.parse(siteSchema, await (await fetch(`${server.url}/api/site`)).json()).publishableKey;
    member = visitor();
    await expectSuccess(member.auth.signUp({ email: "member@example.org", password: PASSWORD }));
    writes = await openAcknowledgedWrites(server);
    writes.start(WRITERS);
  });
  afterAll(async () => {
    await writes.stop();
    await server.stop();
  });

  const visitor = (): SupabaseClient =>
    createClient(server.url, key, {
      auth: { autoRefreshToken: false, persistSession: true, storage: memoryStorage() },
    });

  it("keeps sessions, accepts writes and new users, and stays idle without requests", async () => {
    const broken: string[] = [];
    let busiest = 0;
    for (const [number, hours] of JUMPS_H.entries()) {
      await server.jump(hours * HOUR_MS);
      const report = (what: string): void =>
        void broken.push(`after jump ${number} (${hours} h): ${what}`);
      for (const page of PAGES) {
        const response = await fetch(server.url + page);
        if (!response.ok) report(`${page} ${response.status}`);
        await response.text();
      }
      await writes.untilWritten(ROWS_PER_JUMP, WRITE_LIMIT_MS);
      const refreshed = await member.auth.refreshSession();
      if (refreshed.error !== null) report(`session: ${refreshed.error.message}`);
      const own = await member.from("profiles").select("id");
      if (own.error !== null) report(`own row: ${own.error.message}`);
      const again = await visitor().auth.signInWithPassword({
        email: "member@example.org",
        password: PASSWORD,
      });
      if (again.error !== null) report(`sign-in: ${again.error.message}`);
      const fresh = await visitor().auth.signUp({
        email: `new-${number}@example.org`,
        password: PASSWORD,
      });
      if (fresh.error !== null) report(`sign-up: ${fresh.error.message}`);
    }
    await writes.stop();
    for (const hours of [48, -48]) {
      await server.jump(hours * HOUR_MS);
      await sleep(QUIET_MS);
      const before = await server.cpuMs();
      await sleep(QUIET_MS);
      busiest = Math.max(busiest, ((await server.cpuMs()) - before) / QUIET_MS);
    }
    const lost = await writes.lost();
    printMeasurements("clock jumps", {
      jumps: JUMPS_H.length,
      "farthest in h": Math.max(...JUMPS_H.map(Math.abs)),
      "acknowledged writes": writes.acknowledged.size,
      lost: lost.length,
      "failures of visitors and members": broken.length,
      "CPU at rest after a jump in %": Math.round(busiest * 100),
    });
    expect(broken).toEqual([]);
    expect(lost).toEqual([]);
    expect([...writes.failures]).toEqual([]);
    expect(busiest).toBeLessThan(BUSY_SHARE);
  });

  it("locks no user out for hours after wrong passwords at a wrong clock", async () => {
    const email = "guessed@example.org";
    await expectSuccess(visitor().auth.signUp({ email, password: PASSWORD }));
    await server.jump(6 * HOUR_MS);
    for (let guess = 0; guess < WRONG_PASSWORDS; guess += 1) {
      await visitor().auth.signInWithPassword({ email, password: `wrong-${guess}-horse-92` });
    }
    await server.jump(-6 * HOUR_MS);
    let minutes = 0;
    const isIn = async (): Promise<boolean> =>
      (await visitor().auth.signInWithPassword({ email, password: PASSWORD })).error === null;
    for (; minutes < LOCK_LIMIT_MINUTES && !(await isIn()); minutes += 1) await server.jump(60_000);
    printMeasurements("clock jumps, locked out", {
      "wrong passwords while it was 6 h ahead": WRONG_PASSWORDS,
      "the right one is taken after minutes": minutes,
    });
    expect(minutes).toBeLessThan(LOCK_LIMIT_MINUTES);
  });

  it("logs no errors", () => {
    const errors = server
      .output()
      .split("\n")
      .filter((line) => /"level":"?(?:50|60|error|fatal)/.test(line));
    expect(errors).toEqual([]);
  });
});

async function expectSuccess(asked: Promise<{ error: Error | null }>): Promise<void> {
  expect((await asked).error).toBeNull();
}
