import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import { createClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Announcement } from "#shared/announcements/announcement.schema.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { type FakePushService, startFakePushService } from "#tests/fakes/push/fake-push-service.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { createPushRoutes } from "./push-routes.ts";
import { secretFolder } from "@reign-tv/kit/files/secret-store.ts";
import type { TestDatabase } from "@reign-tv/backend/testing";
import { loadPushKeys, type PushKeys, createPushSender } from "./send-push.ts";
import { type ReminderScheduler, startReminderScheduler } from "./reminder-scheduler.ts";
import { openSubscriptionStore } from "./subscription-store.ts";

const SITE = "http://127.0.0.1:3000";
/** A Thursday in winter: the service is at 16:00 in Paris, 15:00 UTC. */
const BEFORE_SERVICE_MS = Date.parse("2027-01-14T14:45:10Z");
const MORNING_MS = Date.parse("2027-01-14T05:00:10Z");
const { services } = testMinistry();

/** Reminders from subscription to decrypted message, on the real database. */
describe("push reminders", () => {
  let test: TestDatabase;
  let service: FakePushService;
  let dataDir: string;
  let keys: PushKeys;
  let app: Hono;
  let clocks: ReminderScheduler[] = [];

  beforeAll(async () => {
    test = await createTestDatabase();
    // Devices subscribed before anything was due, whenever the tests run.
    await test.admin`
      alter table public.push_subscriptions alter column created_at set default '2027-01-01'`;
    dataDir = mkdtempSync(join(tmpdir(), "reign-push-"));
    keys = await loadPushKeys(secretFolder(dataDir));
  });
  afterAll(async () => {
    await test.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await test.admin`delete from public.push_subscriptions`;
    service = await startFakePushService();
    app = room(true, 100);
  });
  afterEach(async () => {
    await Promise.all(clocks.map((clock) => clock.stop()));
    clocks = [];
    await service.close();
  });

  function room(allowsLoopback: boolean, rateLimitFactor: number): Hono {
    return createPushRoutes({
      publicKey: keys.publicKey,
      store: openSubscriptionStore(test.database),
      endpoints: { extraHosts: [], allowsLoopback },
      siteUrl: SITE,
      limits: createClientLimits({ clientAddress: () => "203.0.113.9", factor: rateLimitFactor }),
    });
  }

  const change = (method: string, body: unknown, headers: Record<string, string> = {}, to = app) =>
    to.request(`${SITE}/api/push`, {
      method,
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { origin: SITE, "content-type": "application/json", ...headers },
    });
  const subscribe = async (name: string, topics: string[], language = "en", timeZone?: string) =>
    change("POST", { ...service.device(name), topics, language, timeZone });

  function clockAt(
    nowMs: number,
    leads = true,
    announcements: readonly Announcement[] = [],
  ): ReminderScheduler {
    const clock = startReminderScheduler({
      schedule: () => services,
      announcements: () => announcements,
      devotionalTitle: async (language) => (language === "en" ? "Walking in Faith" : null),
      verseOn: (day, language) =>
        language === "en"
          ? Promise.resolve({ text: `A verse of ${day}`, reference: "John 3:16", path: "/bible?a" })
          : Promise.reject(new Error("no Bible")),
      store: openSubscriptionStore(test.database),
      leads: () => Promise.resolve(leads),
      send: createPushSender({
        keys,
        subject: () => "mailto:hello@reign-tv.example",
        fetch,
        report: () => undefined,
      }),
      log: createLogger("silent"),
      now: () => nowMs,
    });
    clocks.push(clock);
    return clock;
  }
  const topicsOf = async () => {
    const rows = await test.admin<{ topic: string }[]>`
      select topic from public.push_subscriptions order by topic`;
    return rows.map(({ topic }) => topic);
  };

  it("creates the site's keys once, readable by its own account only", async () => {
    expect(await loadPushKeys(secretFolder(dataDir))).toEqual(keys);
    expect(statSync(join(dataDir, "secrets", "vapid")).mode & 0o777).toBe(0o600);
  });

  it("returns the public key and not the private one", async () => {
    const response = await app.request(`${SITE}/api/push`);
    expect(await response.json()).toEqual({ publicKey: keys.publicKey });
  });

  it("sends a service's reminder 15 minutes before, encrypted and signed, in both languages", async () => {
    expect((await subscribe("one", ["services"])).status).toBe(204);
    await subscribe("deux", ["services", "devotional"], "fr");
    await subscribe("three", ["devotional"]);
    await clockAt(BEFORE_SERVICE_MS).tick();

    expect(service.faults).toEqual([]);
    const byPath = new Map(service.received.map((push) => [push.path, push]));
    expect([...byPath.keys()].toSorted()).toEqual(["/deux", "/one"]);
    expect(JSON.parse(byPath.get("/one")?.text ?? "")).toEqual({
      title: "A service is about to start",
      body: "It starts at 4:00 PM, Paris time. Watch it live.",
      url: "/live-tv",
      tag: "services",
      language: "en",
    });
    expect(JSON.parse(byPath.get("/deux")?.text ?? "")).toMatchObject({
      title: "Un culte va commencer",
      body: "Il commence à 16:00, heure de Paris. Regardez-le en direct.",
      url: "/fr/live-tv",
    });
    const { claims, publicKey, ttl, topic } = service.received[0] ?? {};
    expect(publicKey).toBe(keys.publicKey);
    expect(claims?.aud).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(claims?.sub).toBe("mailto:hello@reign-tv.example");
    expect(Number(ttl)).toBe(890);
    expect(topic).toBe("services");
  });

  it("sends the devotional's title in the morning to its subscribers", async () => {
    await subscribe("one", ["services"]);
    await subscribe("two", ["devotional"]);
    await subscribe("trois", ["devotional"], "fr");
    await clockAt(MORNING_MS).tick();
    const byPath = new Map(service.received.map(({ path, text }) => [path, JSON.parse(text)]));
    expect([...byPath.keys()].toSorted()).toEqual(["/trois", "/two"]);
    expect(byPath.get("/two")).toMatchObject({
      title: "Today's devotional",
      body: "Walking in Faith",
      url: "/devotional",
    });
    // A day without a devotional is announced with a general text.
    expect(byPath.get("/trois")).toMatchObject({
      title: "La méditation du jour",
      body: "Commencez votre journée avec une parole qui vous guide",
      url: "/fr/devotional",
    });
  });

  it("sends each reminder once, with several processes and after a restart", async () => {
    const names = Array.from({ length: 120 }, (_, index) => `device-${index}`);
    await Promise.all(names.map((name) => subscribe(name, ["services"])));
    await Promise.all([1, 2, 3].map(() => clockAt(BEFORE_SERVICE_MS).tick()));
    await clockAt(BEFORE_SERVICE_MS + 60_000).tick();
    expect(service.received.map(({ path }) => path).toSorted()).toEqual(
      names.map((name) => `/${name}`).toSorted(),
    );
    const nextWeekMs = BEFORE_SERVICE_MS + 7 * 86_400_000;
    await clockAt(nextWeekMs).tick();
    expect(service.received).toHaveLength(240);
  });

  it("leaves reminders to the leader", async () => {
    await subscribe("anna", ["services"]);
    await clockAt(BEFORE_SERVICE_MS, false).tick();
    expect(service.received).toHaveLength(0);
    await clockAt(BEFORE_SERVICE_MS).tick();
    expect(service.received).toHaveLength(1);
  });

  it("sends nothing at other times, nor to later subscribers", async () => {
    await subscribe("one", ["services", "devotional"]);
    await clockAt(BEFORE_SERVICE_MS - 60_000).tick();
    await clockAt(BEFORE_SERVICE_MS + 16 * 60_000).tick();
    await test.admin`update public.push_subscriptions set created_at = ${new Date(BEFORE_SERVICE_MS)}`;
    await clockAt(BEFORE_SERVICE_MS).tick();
    expect(service.received).toEqual([]);
  });

  it.each([404, 410])("deletes a device after status %i", async (status) => {
    await subscribe("one", ["services", "devotional"]);
    service.answerWith("one", status);
    await clockAt(BEFORE_SERVICE_MS).tick();
    expect(await topicsOf()).toEqual([]);
  });

  it.each([400, 401, 403, 413, 429])(
    "keeps a device after status %i of its service, and tries it again",
    async (status) => {
      await subscribe("one", ["services"]);
      service.answerWith("one", status);
      await clockAt(BEFORE_SERVICE_MS).tick();
      expect(await topicsOf()).toEqual(["services"]);
      service.answerWith("one", 201);
      await clockAt(BEFORE_SERVICE_MS + 30_000).tick();
      expect(service.received).toHaveLength(1);
    },
  );

  describe("failing devices", () => {
    const FAILING = Array.from({ length: 60 }, (_, index) => `failing-${index}`);
    const GOOD = Array.from({ length: 60 }, (_, index) => `good-${index}`);
    /** Seven in the morning of a day in Harare. */
    const morning = (day: number): number => Date.parse("2027-01-15T05:00:10Z") + day * 86_400_000;

    it.each([503, 403])(
      "with status %i delay no others, and come last in later batches",
      async (status) => {
        await Promise.all([...FAILING, ...GOOD].map((name) => subscribe(name, ["services"])));
        for (const name of FAILING) service.answerWith(name, status);
        await clockAt(BEFORE_SERVICE_MS).tick();
        expect(new Set(service.received.map(({ path }) => path))).toEqual(
          new Set(GOOD.map((name) => `/${name}`)),
        );
        const store = openSubscriptionStore(test.database);
        const reminder = {
          topic: "services",
          key: "next",
          dueAtMs: BEFORE_SERVICE_MS,
          endsAtMs: 0,
        };
        const page = { count: GOOD.length, nowMs: BEFORE_SERVICE_MS + 3_600_000 };
        const first = await store.claim({ ...reminder, topic: "services" }, page);
        expect(first.filter(({ endpoint }) => endpoint.includes("failing"))).toEqual([]);
        const second = await store.claim({ ...reminder, topic: "services" }, page);
        expect(second).toHaveLength(FAILING.length);
      },
    );

    it("are tried less and less often", async () => {
      await subscribe("one", ["services"]);
      let tries = 0;
      service.answerWith("one", 503);
      for (let second = 0; second < 880; second += 10) {
        await clockAt(BEFORE_SERVICE_MS + second * 1_000).tick();
        const [row] = await test.admin`select failures from public.push_subscriptions`;
        tries = Number(row?.["failures"]);
      }
      expect(tries).toBe(7);
    });

    it("are deleted after ten failures over days, not in an outage of hours", async () => {
      await subscribe("one", ["verse"], "en", "Africa/Harare");
      service.answerWith("one", 503);
      for (let minute = 0; minute < 120; minute += 5) {
        await clockAt(morning(0) + minute * 60_000).tick();
      }
      expect(await topicsOf()).toEqual(["verse"]);
      for (let day = 1; day < 10; day += 1) await clockAt(morning(day)).tick();
      expect(await topicsOf()).toEqual([]);
    });

    it("start again at zero failures once they are reached", async () => {
      await subscribe("one", ["verse"], "en", "Africa/Harare");
      for (let day = 0; day < 12; day += 1) {
        service.answerWith("one", day === 6 ? 201 : 503);
        await clockAt(morning(day)).tick();
      }
      expect(await topicsOf()).toEqual(["verse"]);
    });
  });

  it("are tried again after a temporary failure", async () => {
    await subscribe("one", ["services"]);
    service.answerWith("one", 503);
    await clockAt(BEFORE_SERVICE_MS).tick();
    expect(service.received).toEqual([]);
    service.answerWith("one", 201);
    await clockAt(BEFORE_SERVICE_MS + 30_000).tick();
    expect(service.received).toHaveLength(1);
  });

  describe("verse of the day", () => {
    /** Seven in Harare, five in UTC. */
    const SEVEN_IN_HARARE_MS = Date.parse("2027-01-15T05:00:10Z");

    it("reaches each device at seven local time with the verse of its day", async () => {
      await subscribe("harare", ["verse"], "en", "Africa/Harare");
      await subscribe("kiritimati", ["verse"], "en", "Pacific/Kiritimati");
      await subscribe("other", ["services"], "en", "Africa/Harare");
      await clockAt(SEVEN_IN_HARARE_MS).tick();
      expect(service.received.map(({ path }) => path)).toEqual(["/harare"]);
      expect(JSON.parse(service.received[0]?.text ?? "")).toEqual({
        title: "Verse of the day",
        body: "A verse of 2027-01-15 – John 3:16",
        url: "/bible?a",
        tag: "verse",
        language: "en",
      });
      await clockAt(Date.parse("2027-01-15T17:00:10Z")).tick();
      expect(JSON.parse(service.received[1]?.text ?? "")).toMatchObject({
        body: "A verse of 2027-01-16 – John 3:16",
      });
    });

    it("is sent once a day, with several servers and after a change of zone", async () => {
      await subscribe("one", ["verse", "devotional"], "en", "Africa/Harare");
      await test.admin`update public.push_subscriptions set last_sent = 'x' where topic = 'devotional'`;
      const verses = () => service.received.filter(({ topic }) => topic === "verse");
      await Promise.all([1, 2, 3].map(() => clockAt(SEVEN_IN_HARARE_MS).tick()));
      expect(verses()).toHaveLength(1);
      await subscribe("one", ["verse", "devotional"], "en", "Europe/London");
      await clockAt(Date.parse("2027-01-15T07:30:00Z")).tick();
      expect(verses()).toHaveLength(1);
      await clockAt(Date.parse("2027-01-16T07:30:00Z")).tick();
      expect(verses()).toHaveLength(2);
    });

    it("is sent without text if the Bible is unavailable", async () => {
      await subscribe("un", ["verse"], "fr", "Africa/Harare");
      await clockAt(SEVEN_IN_HARARE_MS).tick();
      expect(JSON.parse(service.received[0]?.text ?? "")).toMatchObject({
        title: "Le verset du jour",
        body: "Lisez-le dans la Bible",
        url: "/fr/bible",
      });
    });

    it("is tried again after a temporary failure, and not sent after its morning", async () => {
      await subscribe("one", ["verse"], "en", "Africa/Harare");
      service.answerWith("one", 503);
      await clockAt(SEVEN_IN_HARARE_MS).tick();
      service.answerWith("one", 201);
      await clockAt(SEVEN_IN_HARARE_MS + 4 * 3_600_000).tick();
      expect(service.received).toEqual([]);
      await clockAt(SEVEN_IN_HARARE_MS + 3_600_000).tick();
      expect(service.received).toHaveLength(1);
    });
  });

  describe("reminder of a reading plan", () => {
    /** Seven in the evening in Harare. */
    const EVENING_MS = Date.parse("2027-01-15T17:00:10Z");
    const DAY_MS = 86_400_000;
    /** Reports the opened plan of the one device. */
    const seen = async (quietUntil: string | null) => {
      const [row] = await test.admin`select endpoint from public.push_subscriptions`;
      return change("PATCH", { endpoint: row?.["endpoint"], quietUntil });
    };
    const evenings = async (from: number, to: number) => {
      for (let day = from; day <= to; day++) await clockAt(EVENING_MS + day * DAY_MS).tick();
      return service.received.length;
    };

    it("is sent at the selected hour and names no plan", async () => {
      const preference = {
        topics: ["plan"],
        language: "en",
        timeZone: "Africa/Harare",
        planHour: 6,
      };
      await change("POST", { ...service.device("early"), ...preference });
      await subscribe("evening", ["plan"], "fr", "Africa/Harare");
      await clockAt(Date.parse("2027-01-15T04:00:10Z")).tick();
      expect(service.received.map(({ path }) => path)).toEqual(["/early"]);
      expect(JSON.parse(service.received[0]?.text ?? "")).toEqual({
        title: "Your reading plan",
        body: "Today's passages are ready",
        url: "/bible/plans",
        tag: "plan",
        language: "en",
      });
      await clockAt(EVENING_MS).tick();
      expect(service.received.map(({ path }) => path)).toEqual(["/early", "/evening"]);
    });

    it("stops after three unopened ones and continues once the plan is opened", async () => {
      await subscribe("one", ["plan"], "en", "Africa/Harare");
      expect(await evenings(0, 5)).toBe(3);
      expect((await seen(null)).status).toBe(204);
      expect(await evenings(6, 6)).toBe(4);
    });

    it("is skipped on a day that is read, and sent on the next", async () => {
      await subscribe("one", ["plan"], "en", "Africa/Harare");
      expect((await seen("2027-01-15")).status).toBe(204);
      expect(await evenings(0, 0)).toBe(0);
      expect(await evenings(1, 1)).toBe(1);
    });

    it("stops while no plan is active", async () => {
      await subscribe("one", ["plan"], "en", "Africa/Harare");
      await seen("2999-12-31");
      expect(await evenings(0, 2)).toBe(0);
    });

    it("does not count a failed delivery", async () => {
      await subscribe("one", ["plan"], "en", "Africa/Harare");
      service.answerWith("one", 503);
      await evenings(0, 4);
      service.answerWith("one", 201);
      expect(await evenings(5, 9)).toBe(3);
    });

    it("accepts plan reports only from devices with such a reminder and with a valid day", async () => {
      await subscribe("one", ["services"]);
      expect((await seen(null)).status).toBe(404);
      expect((await seen("2027-02-30")).status).toBe(400);
      const { endpoint } = service.device("nobody");
      expect((await change("PATCH", { endpoint, quietUntil: "2027-01-15" })).status).toBe(404);
      expect((await change("PATCH", { endpoint })).status).toBe(400);
    });

    it("does not affect other reminders", async () => {
      await subscribe("one", ["verse", "services"], "en", "Africa/Harare");
      const mornings = [0, 1, 2, 3, 4].map(
        (day) => Date.parse("2027-01-15T05:00:10Z") + day * DAY_MS,
      );
      for (const nowMs of mornings) await clockAt(nowMs).tick();
      expect(service.received).toHaveLength(5);
    });
  });

  describe("announcement", () => {
    const PUBLISHED = "2027-01-14T12:00:00Z";
    const publishedMs = Date.parse(PUBLISHED);
    const announced = (facts: Partial<Announcement> = {}): Announcement[] => [
      {
        key: "a-1.1",
        text: { en: "No service tonight" },
        severity: "urgent",
        push: { id: "a-1", publishedAt: PUBLISHED },
        ...facts,
      },
    ];

    it("reaches subscribers of services a minute after publication, once each", async () => {
      await subscribe("one", ["services"]);
      await subscribe("deux", ["services", "devotional"], "fr");
      await subscribe("three", ["devotional"]);
      const text = { en: "No service tonight", fr: "Pas de culte ce soir" };
      await clockAt(publishedMs + 59_000, true, announced({ text })).tick();
      expect(service.received).toEqual([]);
      const due = announced({ text, link: "/live-tv" });
      await Promise.all([1, 2].map(() => clockAt(publishedMs + 60_000, true, due).tick()));
      const byPath = new Map(service.received.map((push) => [push.path, JSON.parse(push.text)]));
      expect(service.received).toHaveLength(2);
      expect(byPath.get("/one")).toEqual({
        title: "Announcement",
        body: "No service tonight",
        url: "/live-tv",
        tag: "announcement",
        language: "en",
      });
      expect(byPath.get("/deux")).toMatchObject({
        title: "Annonce",
        body: "Pas de culte ce soir",
        url: "/fr/live-tv",
      });
    });

    it("is not sent again after a change, or after it was removed and published again", async () => {
      await subscribe("one", ["services"]);
      await clockAt(publishedMs + 60_000, true, announced()).tick();
      const later = { id: "a-1", publishedAt: "2027-01-14T13:00:00Z" };
      await clockAt(publishedMs + 2 * 3_600_000, true, announced({ push: later })).tick();
      expect(service.received).toHaveLength(1);
    });

    it("does not affect reminders, nor the reverse", async () => {
      await subscribe("one", ["services"]);
      const push = { id: "a-2", publishedAt: "2027-01-14T14:40:00Z" };
      const both = announced({ push });
      await clockAt(BEFORE_SERVICE_MS, true, both).tick();
      await clockAt(BEFORE_SERVICE_MS + 30_000, true, both).tick();
      const topics = service.received.map(({ topic }) => topic);
      expect(topics).toHaveLength(2);
      expect(new Set(topics)).toEqual(new Set(["announcement", "services"]));
    });

    it("falls back to the other language, and opens Home for an external link", async () => {
      await subscribe("un", ["services"], "fr");
      const foreign = announced({ link: "https://example.org/" });
      await clockAt(publishedMs + 60_000, true, foreign).tick();
      expect(JSON.parse(service.received[0]?.text ?? "")).toMatchObject({
        body: "No service tonight",
        url: "/fr",
      });
    });

    it("is tried again after a temporary failure, and not sent to later subscribers", async () => {
      await subscribe("one", ["services"]);
      service.answerWith("one", 503);
      await clockAt(publishedMs + 60_000, true, announced()).tick();
      service.answerWith("one", 201);
      await clockAt(publishedMs + 70_000, true, announced()).tick();
      expect(service.received).toHaveLength(1);
      await test.admin`delete from public.announcement_pushes`;
      await test.admin`update public.push_subscriptions set created_at = ${new Date(publishedMs + 61_000)}`;
      await clockAt(publishedMs + 80_000, true, announced()).tick();
      expect(service.received).toHaveLength(1);
    });
  });

  it("changes and ends a subscription", async () => {
    const device = service.device("one");
    await change("POST", { ...device, topics: ["services", "devotional"], language: "en" });
    expect(await topicsOf()).toEqual(["devotional", "services"]);
    await change("POST", { ...device, topics: ["devotional"], language: "fr" });
    expect(await topicsOf()).toEqual(["devotional"]);
    expect((await change("DELETE", { endpoint: device.endpoint })).status).toBe(204);
    expect(await topicsOf()).toEqual([]);
  });

  it("reaches a device at its new endpoint", async () => {
    await subscribe("old", ["services", "devotional"], "fr");
    const { endpoint } = service.device("old");
    const renewed = service.device("new");
    expect((await change("PUT", { endpoint, renewed })).status).toBe(204);
    await clockAt(BEFORE_SERVICE_MS).tick();
    expect(service.faults).toEqual([]);
    expect(service.received.map(({ path }) => path)).toEqual(["/new"]);
    expect(await topicsOf()).toEqual(["devotional", "services"]);

    const again = await change("PUT", { endpoint, renewed });
    expect(again.status).toBe(404);
    expect(await topicsOf()).toEqual(["devotional", "services"]);
    expect((await change("PUT", { endpoint })).status).toBe(400);
  });

  it("lets no visitor and no member read or write subscriptions", async () => {
    for (const role of ["anon", "authenticated"] as const) {
      const caller = { role, claims: { role }, userId: null, sessionId: null };
      const request = { caller, method: "GET", path: "/", headers: {}, isReadOnly: true };
      for (const table of ["push_subscriptions", "announcement_pushes"]) {
        await expect(
          test.database.asCaller(request, (sql) => sql`select 1 from ${sql(`public.${table}`)}`),
        ).rejects.toThrow(/permission denied/);
      }
    }
  });

  it.each([
    ["no JSON", "hello", /./],
    [
      "an address inside",
      { endpoint: "https://169.254.169.254/x" },
      /endpoint: must be the address/,
    ],
    ["plain http", { endpoint: "http://fcm.googleapis.com/x" }, /endpoint: must be the address/],
    ["an unknown topic", { topics: ["sports"] }, /topics/],
    ["no topic", { topics: [] }, /topics/],
    ["the verse without a zone", { topics: ["verse"] }, /timeZone is needed/],
    ["an invalid hour", { planHour: 24 }, /planHour/],
    ["an unknown zone", { timeZone: "Africa/Hararre" }, /timeZone: is no time zone/],
    ["an unknown language", { language: "de" }, /language/],
    ["an invalid key", { keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) } }, /P-256/],
    ["a short secret", { keys: { p256dh: "A".repeat(87), auth: "AAAA" } }, /16 bytes/],
    ["an unknown field", { admin: true }, /admin/],
  ])("responds 400 with the reason to %s", async (_what, flaw, reason) => {
    const device = service.device("one");
    const good = { ...device, topics: ["services"], language: "en" };
    const response = await change("POST", typeof flaw === "string" ? flaw : { ...good, ...flaw });
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toMatch(reason);
    expect(await topicsOf()).toEqual([]);
  });

  it("rejects loopback addresses outside of tests", async () => {
    const body = { ...service.device("one"), topics: ["services"], language: "en" };
    expect((await change("POST", body, {}, room(false, 1))).status).toBe(400);
  });

  it.each([
    ["another site", { origin: "https://evil.example" }],
    ["no origin", { origin: "" }],
    ["a sibling site", { "sec-fetch-site": "same-site" }],
    ["a form", { "content-type": "text/plain" }],
  ])("rejects changes from %s", async (_what, headers) => {
    const body = { ...service.device("one"), topics: ["services"], language: "en" };
    expect((await change("POST", body, headers)).status).toBe(403);
    expect((await change("DELETE", { endpoint: body.endpoint }, headers)).status).toBe(403);
    expect(await topicsOf()).toEqual([]);
  });

  it("limits the new devices of an IP address, and lets existing ones change", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const limited = room(true, 1);
    const statuses: number[] = [];
    const register = async (name: string): Promise<void> => {
      const body = { ...service.device(name), topics: ["services"], language: "en" };
      statuses.push((await change("POST", body, {}, limited)).status);
      // A minute allows 30 changes.
      vi.setSystemTime(Date.now() + 2_100);
    };
    try {
      for (let count = 0; count < 101; count += 1) await register(`device-${count}`);
      expect(statuses.filter((status) => status === 204)).toHaveLength(100);
      expect(statuses.at(-1)).toBe(429);
      await register("device-0");
      expect(statuses.at(-1)).toBe(204);
      vi.setSystemTime(Date.now() + 86_400_000);
      await register("device-101");
      expect(statuses.at(-1)).toBe(204);
    } finally {
      vi.useRealTimers();
    }
  });

  it("limits changes and body size", async () => {
    const limited = room(true, 1);
    const statuses: number[] = [];
    for (let count = 0; count < 31; count++) {
      statuses.push(
        (await change("DELETE", { endpoint: service.device("x").endpoint }, {}, limited)).status,
      );
    }
    expect(statuses.slice(0, 30).every((status) => status === 204)).toBe(true);
    expect(statuses[30]).toBe(429);
    expect((await change("POST", `"${"x".repeat(5_000)}"`)).status).toBe(413);
  });
});
