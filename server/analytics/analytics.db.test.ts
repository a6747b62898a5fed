import type { TransactionSql } from "postgres";
import { createClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as v from "valibot";
import type { Caller } from "@reign-tv/backend";
import { createLogger } from "@reign-tv/kit/log.ts";
import { startAlertScheduler } from "#server/studio/health/alerts.ts";
import { type Analytics, analyticsSchema } from "#shared/analytics/analytics.ts";
import type { HealthCheck } from "#shared/studio/health.ts";
import type { TestDatabase } from "@reign-tv/backend/testing";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { openAnalytics } from "./open-analytics.ts";

const NAMES = ["ann", "ben", "carol", "mary"] as const;
type Name = (typeof NAMES)[number];
const idOf = (name: Name) => `cccccccc-0000-4000-8000-00000000000${NAMES.indexOf(name) + 1}`;
const visitor: Caller = { role: "anon", claims: { role: "anon" }, userId: null, sessionId: null };

function staffMember(name: Name): Caller {
  const userId = idOf(name);
  const claims = { role: "authenticated", sub: userId, aal: "aal1" } as const;
  return { role: "authenticated", claims, userId, sessionId: null };
}

const RED: HealthCheck = { id: "mail", tone: "bad", text: "mailFailing", values: {}, since: null };

/** supabase/migrations: the counters, their readers and the alert mails. */
describe("analytics and alerts", () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
    for (const name of NAMES) {
      await test.database.auth`
        insert into auth.users (id, aud, role, email, email_confirmed_at)
        values (${idOf(name)}, 'authenticated', 'authenticated', ${`${name}@example.test`},
                ${name === "carol" ? null : new Date(0)})`;
    }
    await test.admin`
      insert into public.staff (user_id, permissions) values
        (${idOf("ann")}, ${["numbers"]}), (${idOf("ben")}, ${["settings"]}),
        (${idOf("carol")}, ${["settings"]})`;
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.admin`delete from public.stats`;
    await test.admin`delete from public.studio_alerts`;
  });

  const as = <T>(caller: Caller, work: (sql: TransactionSql) => Promise<T>) =>
    test.database.asCaller(
      { caller, method: "POST", path: "/", headers: {}, isReadOnly: false },
      work,
    );
  const add = (rows: readonly object[]) =>
    test.database.asService(
      (sql) => sql`select public.add_stats(${sql.json(JSON.parse(JSON.stringify(rows)))})`,
    );
  const row = (metric: string, key: string, value: number, hoursAgo = 0) => {
    const hour = new Date(Math.floor(Date.now() / 3_600_000 - hoursAgo) * 3_600_000);
    return { hour: hour.toISOString(), metric, key, value };
  };
  async function numbers(caller: Caller, days: number, zone = "Africa/Harare"): Promise<Analytics> {
    const rows = await as(
      caller,
      (sql) => sql`select public.studio_numbers(${days}, ${zone}) as n`,
    );
    return v.parse(analyticsSchema, rows[0]?.["n"]);
  }

  it("adds up the rows of servers and hides cells below five", async () => {
    await add([row("page", "/", 3), row("page", "/bible", 1), row("search", "guerison", 5)]);
    await add([row("page", "/", 4), row("search", "secret", 4), row("page", "/", 2, 24 * 5)]);
    const week = await numbers(staffMember("ann"), 7);
    expect(week.slot).toBe("day");
    expect(week.series.map(({ key, value }) => [key, value])).toEqual([
      ["page", null],
      ["page", 8],
    ]);
    expect(week.keys).toEqual([
      { metric: "page", key: "/", value: 9 },
      { metric: "search", key: "guerison", value: 5 },
    ]);
    expect(week.few).toEqual({ page: 1, search: 1 });
    expect(JSON.stringify(week)).not.toContain("secret");
  });

  it("shows one day by hours, and channel peaks with the same floor", async () => {
    await test.admin`delete from public.watch_hours`;
    await test.admin`
      insert into public.watch_hours (channel, hour, peak) values
        ('english', date_trunc('hour', now(), 'UTC'), 40), ('french', date_trunc('hour', now(), 'UTC'), 4)`;
    await test.admin`
      insert into public.watch_pulses (nonce, minute, channel, weight) values
        ('0123456789abcdef', date_trunc('minute', now()) - interval '1 minute', 'english', 16)`;
    const day = await numbers(staffMember("ann"), 1);
    expect(day.slot).toBe("hour");
    expect(day.peaks.map(({ key, value }) => [key, value])).toEqual([
      ["english", 40],
      ["french", null],
    ]);
    expect(Object.keys(day.watching)).toEqual(["english"]);
  });

  it("rejects callers without permission and invalid queries", async () => {
    for (const caller of [visitor, staffMember("mary"), staffMember("ben")]) {
      await expect(numbers(caller, 7)).rejects.toMatchObject({ code: "42501" });
    }
    await expect(numbers(staffMember("ann"), 400)).rejects.toMatchObject({ code: "22023" });
    await expect(numbers(staffMember("ann"), 7, "Nowhere/Else")).rejects.toMatchObject({
      code: "22023",
    });
    for (const caller of [visitor, staffMember("ann")]) {
      for (const question of [
        "add_stats('[]')",
        "database_facts()",
        "studio_alert_recipients('mail')",
      ]) {
        const asked = as(caller, (sql) => sql.unsafe(`select public.${question}`));
        await expect(asked).rejects.toMatchObject({ code: "42501" });
      }
      const read = as(caller, (sql) => sql`select * from public.stats`);
      await expect(read).rejects.toMatchObject({ code: "42501" });
    }
  });

  it.each([
    ["an unknown metric", row("country", "ZW", 9)],
    ["half an hour", { ...row("page", "/", 9), hour: "2026-11-23T10:30:00Z" }],
    ["a long key", row("search", "x".repeat(81), 9)],
    ["control characters", row("search", "a\u0007b", 9)],
    ["a negative count", row("page", "/", -1)],
  ])("rejects a row with %s", async (_what, wrong) => {
    await expect(add([wrong])).rejects.toMatchObject({ code: "23514" });
  });

  it("deletes searches after two months and everything after thirteen", async () => {
    await add([
      row("search", "old", 9, 24 * 70),
      row("page", "/", 9, 24 * 70),
      row("page", "/bible", 9, 24 * 500),
    ]);
    await add([row("page", "/live-tv", 1)]);
    const kept = await test.admin`select key from public.stats order by key`;
    expect(kept.map(({ key }) => key)).toEqual(["/", "/live-tv"]);
  });

  it("is written by the server's routes", async () => {
    const analytics = openAnalytics({
      database: test.database,
      isKnownVideo: () => Promise.resolve(true),
      limits: createClientLimits({ clientAddress: () => "203.0.113.7", factor: 1 }),
      report: () => undefined,
      now: Date.now,
    });
    for (let count = 0; count < 6; count += 1) analytics.countEmptySearch("Guérison");
    await analytics.stop();
    expect((await numbers(staffMember("ann"), 28)).keys).toEqual([
      { metric: "search", key: "guerison", value: 6 },
    ]);
  });

  it("lets staff with the settings permission subscribe themselves to alerts", async () => {
    const ask = (caller: Caller, light: string) =>
      as(
        caller,
        (sql) => sql`insert into public.studio_alerts (light, language) values (${light}, 'fr')`,
      );
    await ask(staffMember("ben"), "channel:english");
    for (const name of ["ann", "mary"] as const) {
      await expect(ask(staffMember(name), "mail")).rejects.toMatchObject({ code: "42501" });
    }
    await expect(ask(staffMember("ben"), "Mail; drop")).rejects.toMatchObject({ code: "23514" });
    const others = await as(staffMember("carol"), (sql) => sql`select * from public.studio_alerts`);
    expect(others).toHaveLength(0);
    const forged = as(
      staffMember("ben"),
      (sql) =>
        sql`insert into public.studio_alerts (user_id, light, language) values (${idOf("ann")}, 'disk', 'en')`,
    );
    await expect(forged).rejects.toMatchObject({ code: "42501" });
  });

  it("mails a failed check and its recovery once to staff who may still see it", async () => {
    for (const name of ["ann", "ben", "carol"] as const) {
      await test.admin`
        insert into public.studio_alerts (user_id, light, language) values (${idOf(name)}, 'mail', 'fr')`;
    }
    const stored = new Map<string, string>();
    const mails: string[] = [];
    let nowMs = Date.parse("2026-11-23T10:00:00Z");
    let check = RED;
    const scheduler = startAlertScheduler({
      database: { ...test.database, leads: () => Promise.resolve(true) },
      stateStore: {
        storeOf: () => ({
          get: (key) => Promise.resolve(stored.get(key) ?? null),
          set: (key, value) => Promise.resolve(void stored.set(key, value)),
        }),
      },
      checks: () => Promise.resolve([check]),
      mailer: {
        send: (alert, to, language) => {
          mails.push(`${alert.kind} ${to} ${language}`);
          return Promise.resolve(true);
        },
        test: () => Promise.resolve(true),
      },
      log: createLogger("silent"),
      now: () => nowMs,
    });
    for (const tone of ["bad", "bad", "bad", "good", "good"] as const) {
      check = { ...RED, tone };
      await scheduler.tick();
      nowMs += 60_000;
    }
    await scheduler.stop();
    expect(mails).toEqual(["bad ben@example.test fr", "well ben@example.test fr"]);
  });
});
