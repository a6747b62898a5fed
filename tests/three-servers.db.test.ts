import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import connect from "postgres";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as v from "valibot";
import { DEVOTIONAL_TIME_ZONE } from "#shared/devotional/devotional.ts";
import { calendarDay } from "#shared/devotional/devotional-date.ts";
import { createTusClient, joined, listen, putEmptyCluster } from "@reign-tv/backend/testing";
import { type FakePushService, startFakePushService } from "./fakes/push/fake-push-service.ts";
import { type ManyServers, startManyServers } from "./support/many-servers.ts";
import { IS_FULL } from "./support/full-run.ts";
import { testMinistry } from "./support/ministry-fixture.ts";

const MEMBER = { email: "anna@reign-tv.example", password: "green pastures 23" };
const TOKEN = "a-token-of-the-monitoring";
const PLACES = [0, 1, 2];
const PURGE_LIMIT_MS = 2_000;
const TAKEOVER_LIMIT_MS = 10_000;
/** A reminder scheduler polls every ten seconds. */
const REMINDER_LIMIT_MS = 25_000;
const SERVICE_IN_MS = 12 * 60_000;
const OPTIONS = { auth: { persistSession: false, autoRefreshToken: false } };
const siteSchema = v.object({ publishableKey: v.string() });
const pushSchema = v.object({ publicKey: v.string() });
const sequenceSchema = v.pipe(v.string(), v.regex(/#EXT-X-MEDIA-SEQUENCE:\d+/));

/** Three servers with empty folders on one database and one object store act as one. */
describe("three servers on one database and one store", () => {
  let many: ManyServers;
  let push: FakePushService;
  let folder = "";

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "reign-three-"));
    push = await startFakePushService();
    const file = join(folder, "ministry.json");
    writeFileSync(file, JSON.stringify({ ...testMinistry(), services: serviceSoon() }));
    many = await startManyServers({
      count: PLACES.length,
      prepare: putEmptyCluster,
      variables: {
        METRICS_TOKEN: TOKEN,
        MINISTRY_FILE: file,
      },
    });
  }, 180_000);
  afterAll(async () => {
    await many.stop();
    await push.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const clientOf = (place: number): SupabaseClient =>
    createClient(many.urlOf(place), many.publishableKey, OPTIONS);
  const fromAll = <T>(ask: (url: string) => Promise<T>): Promise<T[]> =>
    Promise.all(PLACES.map((place) => ask(many.urlOf(place))));
  const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

  /** Returns the indexes of the servers that lead. */
  async function leaders(): Promise<number[]> {
    const metrics = await fromAll(async (url) => {
      const headers = { authorization: `Bearer ${TOKEN}` };
      const answer = await fetch(`${url}/metrics`, { headers }).catch(() => null);
      return (await answer?.text()) ?? "";
    });
    return metrics.flatMap((text, at) => (/^server_leads 1$/m.test(text) ? [at] : []));
  }

  it("share the publishable key and the push keys", async () => {
    const keys = await fromAll(async (url) =>
      v.parse(siteSchema, await (await fetch(`${url}/api/site`)).json()),
    );
    expect(keys).toEqual(PLACES.map(() => ({ publishableKey: many.publishableKey })));
    const pushKeys = await fromAll(async (url) =>
      v.parse(pushSchema, await (await fetch(`${url}/api/push`)).json()),
    );
    expect(pushKeys).toEqual(PLACES.map(() => pushKeys[0]));
  });

  it("serve a user who signs up at one server and uploads an image at the second from the third", async () => {
    const one = clientOf(0);
    const { data } = await one.auth.signUp(MEMBER);
    const two = clientOf(1);
    const refreshed = await two.auth.refreshSession({
      refresh_token: data.session?.refresh_token ?? "",
    });
    expect(refreshed.error).toBeNull();
    const png = await makePicture();
    const name = `${data.user?.id ?? ""}-1700000000000.png`;
    const stored = await two.storage
      .from("avatars")
      .upload(name, png, { contentType: "image/png" });
    expect(stored.error).toBeNull();
    const { data: address } = clientOf(2).storage.from("avatars").getPublicUrl(name);
    const shown = await fetch(address.publicUrl);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(many.store.objects.size).toBeGreaterThan(0);
  });

  it("accept each other's mail links", async () => {
    const sql = connect(many.postgres.superuser(many.database), { max: 1 });
    const [kept] = await sql<{ value: string }[]>`
      select value from supabase_migrations.server_secrets where name = 'secret-key'`;
    await sql.end();
    const service = createClient(many.urlOf(0), kept?.value ?? "", OPTIONS);
    const { email } = MEMBER;
    const link = await service.auth.admin.generateLink({ type: "recovery", email });
    const { error } = await clientOf(1).auth.verifyOtp({
      token_hash: link.data.properties?.hashed_token ?? "",
      type: "recovery",
    });
    expect(error).toBeNull();
  });

  it("count wrong passwords together", async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const { error } = await clientOf(guess % PLACES.length).auth.signInWithPassword({
        email: "nobody@reign-tv.example",
        password: "wrong",
      });
      statuses.push(error?.status ?? 0);
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400));
    expect(statuses.slice(10)).toContain(429);
  });

  it("start channels at the same instant", async () => {
    const lists = await fromAll((url) => textOf(`${url}/live/english/index.m3u8`));
    expect(new Set(lists).size).toBe(1);
    const rendition = /^[\w-]+\.m3u8$/m.exec(lists[0] ?? "")?.[0] ?? "";
    await expect
      .poll(async () => {
        const playlists = await fromAll((url) => textOf(`${url}/live/english/${rendition}`));
        return new Set(playlists.map((text) => v.parse(sequenceSchema, text))).size;
      })
      .toBe(1);
  });

  it("show a publication everywhere within two seconds", async () => {
    const today = calendarDay(Date.now(), DEVOTIONAL_TIME_ZONE);
    const pages = PLACES.map((place) => `${many.urlOf(place)}/devotional`);
    for (const page of pages) expect(await textOf(page)).not.toContain("A word for three");
    await many.postgres.run(
      `insert into public.devotionals (date, language, title, verse, content, status)
       values ('${today}', 'en', 'A word for three', 'John 1:1', 'In the beginning', 'published')
       on conflict (date, language) do update set title = excluded.title`,
      many.database,
    );
    const limit = { timeout: PURGE_LIMIT_MS, interval: 100 };
    const shown = pages.map((page) =>
      expect.poll(() => textOf(page), limit).toContain("A word for three"),
    );
    await expect(Promise.all(shown)).resolves.toHaveLength(PLACES.length);
  });

  it("deliver a message to all servers", async () => {
    const clients = PLACES.map(clientOf);
    const received = clients.map(() => listen<string>());
    const channels = clients.map((client, place) =>
      client
        .channel("hall", { config: { private: false } })
        .on("broadcast", { event: "say" }, ({ payload }) => received[place]?.record(payload.text)),
    );
    await Promise.all(channels.map(joined));
    await channels[1]?.send({ type: "broadcast", event: "say", payload: { text: "peace" } });
    for (const place of [0, 2]) {
      expect(await received[place]?.find((text) => text === "peace")).toBe("peace");
    }
    await Promise.all(clients.map((client) => client.removeAllChannels()));
  });

  it("end a user's sessions everywhere", async () => {
    const sessions = await Promise.all(
      PLACES.map(async (place) => {
        const { data } = await clientOf(place).auth.signInWithPassword(MEMBER);
        return { token: data.session?.access_token ?? "", refresh: data.session?.refresh_token };
      }),
    );
    const one = clientOf(0);
    await one.auth.setSession({
      access_token: sessions[0]?.token ?? "",
      refresh_token: sessions[0]?.refresh ?? "",
    });
    expect((await one.auth.signOut({ scope: "global" })).error).toBeNull();
    for (const [place, { token, refresh = "" }] of sessions.entries()) {
      const { auth } = clientOf((place + 1) % PLACES.length);
      expect((await auth.getUser(token)).error?.name).toBe("AuthSessionMissingError");
      const refreshed = await auth.refreshSession({ refresh_token: refresh });
      expect(refreshed.error?.code).toBe("refresh_token_not_found");
    }
  });

  it("continue a resumable upload at the second server and finish it at the third", async () => {
    const { data } = await clientOf(0).auth.signInWithPassword(MEMBER);
    const headers = {
      apikey: many.publishableKey,
      authorization: `Bearer ${data.session?.access_token ?? ""}`,
    };
    const [one, two, three] = PLACES.map((place) =>
      createTusClient(many.urlOf(place), headers, "avatars"),
    );
    const png = await makePicture();
    const name = `${data.user?.id ?? ""}-1700000000001.png`;
    const address = (await one?.begin(name, png.length)) ?? "";
    const middle = Math.floor(png.length / 2);
    expect((await two?.patch(address, 0, png.subarray(0, middle)))?.status).toBe(204);
    expect((await three?.patch(address, middle, png.subarray(middle)))?.status).toBe(204);
    const { data: shown } = clientOf(0).storage.from("avatars").getPublicUrl(name);
    const picture = await fetch(shown.publicUrl);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  it("elect one leader", async () => {
    expect(await leaders()).toHaveLength(1);
  });

  it.runIf(IS_FULL)(
    "elect a new leader within ten seconds after a kill, and send each reminder once",
    async () => {
      const [leader = -1, ...more] = await leaders();
      expect(more).toEqual([]);
      const other = (leader + 1) % PLACES.length;
      await remind("before", many.urlOf(other));
      await expect.poll(receivedBy, { timeout: REMINDER_LIMIT_MS }).toEqual(["/before"]);
      await many.kill(leader);
      const killedAtMs = performance.now();
      await expect
        .poll(async () => (await leaders()).length, { timeout: TAKEOVER_LIMIT_MS })
        .toBe(1);
      expect(performance.now() - killedAtMs).toBeLessThan(TAKEOVER_LIMIT_MS);
      await remind("after", many.urlOf(other));
      await expect.poll(receivedBy, { timeout: REMINDER_LIMIT_MS }).toEqual(["/before", "/after"]);
      await many.start(leader);
      expect(await leaders()).toHaveLength(1);
      // A poll of all three schedulers has passed: none sent it a second time.
      await remind("later", many.urlOf(leader));
      await expect
        .poll(receivedBy, { timeout: REMINDER_LIMIT_MS })
        .toEqual(["/before", "/after", "/later"]);
      expect(push.faults).toEqual([]);
    },
    180_000,
  );

  const receivedBy = (): string[] => push.received.map(({ path }) => path);

  /** Subscribes a device at one server to a reminder that just became due. */
  async function remind(name: string, url: string): Promise<void> {
    const answer = await fetch(`${url}/api/push`, {
      method: "POST",
      headers: { origin: many.balancer.url, "content-type": "application/json" },
      body: JSON.stringify({ ...push.device(name), topics: ["services"], language: "en" }),
    });
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    await many.postgres.run(
      `update public.push_subscriptions set created_at = now() - interval '1 hour'
       where endpoint like '%/${name}'`,
      many.database,
    );
  }
});

async function makePicture(): Promise<Buffer<ArrayBuffer>> {
  const create = { width: 64, height: 64, channels: 3, background: "navy" } as const;
  return Buffer.from(await sharp({ create }).png().toBuffer());
}

/** Returns a service whose reminder stays due for minutes. */
function serviceSoon(): object {
  const start = new Date(Date.now() + SERVICE_IN_MS);
  const weekday = start.toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });
  const time = start.toISOString().slice(11, 16);
  const service = { id: "soon", weekday: weekday.toLowerCase(), start: time, durationMinutes: 60 };
  return { timeZone: "UTC", weekly: [service] };
}
