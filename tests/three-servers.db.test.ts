import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { DEVOTIONAL_TIME_ZONE } from "#shared/devotional/devotional.ts";
import { calendarDay } from "#shared/devotional/devotional-date.ts";
import { waitForExit } from "#server/database/embedded/process-probe.ts";
import { type FakeS3, startFakeS3 } from "./fakes/s3/fake-s3.ts";
import { type PlayedPostgres, playPostgres } from "./support/played-postgres.ts";
import { type ServerProcess, startServerProcess } from "./support/server-process.ts";

const EMAIL = "anna@reign-tv.example";
const PASSWORD = "green pastures 23";
const TOKEN = "a-token-of-the-monitoring";
const NAMES = ["one", "two", "three"];
const PURGE_LIMIT_MS = 2_000;
const TAKEOVER_LIMIT_MS = 10_000;
const OPTIONS = { auth: { persistSession: false, autoRefreshToken: false } };
const siteSchema = z.object({ publishableKey: z.string() });
const sequenceSchema = z.string().regex(/#EXT-X-MEDIA-SEQUENCE:\d+/);

/** Three machines with empty folders on one database and one store of files: they behave as one. */
describe("three servers on one database and one store", () => {
  let postgres: PlayedPostgres;
  let store: FakeS3;
  let folder = "";
  let variables: Record<string, string> = {};
  let servers: ServerProcess[] = [];
  let key = "";

  beforeAll(async () => {
    [postgres, store] = await Promise.all([playPostgres(), startFakeS3()]);
    folder = mkdtempSync(join(tmpdir(), "reign-three-"));
    await postgres.run("create role owner login createrole password 'owner-password'");
    await postgres.run("create database ministry owner owner");
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = store.settings;
    variables = {
      DATABASE_URL: postgres.urlOf("owner", "owner-password", "ministry"),
      PUBLIC_URL: "http://127.0.0.1:9",
      METRICS_TOKEN: TOKEN,
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
    servers = await Promise.all(NAMES.map(start));
    const site = siteSchema.parse(await (await fetch(`${addressOf(0)}/api/site`)).json());
    key = site.publishableKey;
  }, 180_000);
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await Promise.all([postgres.stop(), store.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (name: string): Promise<ServerProcess> =>
    startServerProcess({ ...variables, DATA_DIR: join(folder, name) });
  const addressOf = (index: number): string => servers[index]?.url ?? "";
  const clientOf = (index: number): SupabaseClient => createClient(addressOf(index), key, OPTIONS);
  const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

  /** Places of the servers that lead. */
  async function leaders(): Promise<number[]> {
    const figures = await Promise.all(
      servers.map(async ({ url }) => {
        const headers = { authorization: `Bearer ${TOKEN}` };
        const answer = await fetch(`${url}/metrics`, { headers }).catch(() => null);
        return (await answer?.text()) ?? "";
      }),
    );
    return figures.flatMap((text, at) => (/^server_leads 1$/m.test(text) ? [at] : []));
  }

  it("a member who joins at one shows a picture at the second, and the third has it", async () => {
    const one = clientOf(0);
    const { data } = await one.auth.signUp({ email: EMAIL, password: PASSWORD });
    const two = clientOf(1);
    await two.auth.setSession({
      access_token: data.session?.access_token ?? "",
      refresh_token: data.session?.refresh_token ?? "",
    });
    const png = await sharp({
      create: { width: 64, height: 64, channels: 3, background: "navy" },
    })
      .png()
      .toBuffer();
    const name = `${data.user?.id ?? ""}-1700000000000.png`;
    const stored = await two.storage
      .from("avatars")
      .upload(name, png, { contentType: "image/png" });
    expect(stored.error).toBeNull();
    const { data: address } = clientOf(2).storage.from("avatars").getPublicUrl(name);
    const shown = await fetch(address.publicUrl);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(store.objects.size).toBeGreaterThan(0);
  });

  it("wrong passwords are counted by all of them together", async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const { error } = await clientOf(guess % servers.length).auth.signInWithPassword({
        email: "nobody@reign-tv.example",
        password: "wrong",
      });
      statuses.push(error?.status ?? 0);
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400));
    expect(statuses.slice(10)).toContain(429);
  });

  it("channels began at the same moment, whoever is asked", async () => {
    const lists = await Promise.all(
      servers.map(({ url }) => textOf(`${url}/live/english/index.m3u8`)),
    );
    expect(new Set(lists).size).toBe(1);
    const rendition = /^[\w-]+\.m3u8$/m.exec(lists[0] ?? "")?.[0] ?? "";
    await expect
      .poll(async () => {
        const playlists = await Promise.all(
          servers.map(({ url }) => textOf(`${url}/live/english/${rendition}`)),
        );
        return new Set(playlists.map((text) => sequenceSchema.parse(text))).size;
      })
      .toBe(1);
  });

  it("what is published shows at all of them within two seconds", async () => {
    const today = calendarDay(Date.now(), DEVOTIONAL_TIME_ZONE);
    const pages = servers.map(({ url }) => `${url}/devotional`);
    for (const page of pages) expect(await textOf(page)).not.toContain("A word for three");
    await postgres.run(
      `insert into public.devotionals (date, language, title, verse, content, status)
       values ('${today}', 'en', 'A word for three', 'John 1:1', 'In the beginning', 'published')
       on conflict (date, language) do update set title = excluded.title`,
      "ministry",
    );
    const limit = { timeout: PURGE_LIMIT_MS, interval: 100 };
    const shown = pages.map((page) =>
      expect.poll(() => textOf(page), limit).toContain("A word for three"),
    );
    await expect(Promise.all(shown)).resolves.toHaveLength(NAMES.length);
  });

  it("one leads; when it is killed, another one does within ten seconds", async () => {
    const [leader = -1, ...more] = await leaders();
    expect(more).toEqual([]);
    const killed = servers[leader];
    process.kill(killed?.pid ?? 0, "SIGKILL");
    await waitForExit(killed?.pid ?? 0, 10_000);
    await expect.poll(async () => (await leaders()).length, { timeout: TAKEOVER_LIMIT_MS }).toBe(1);
    expect(await leaders()).not.toContain(leader);
    await killed?.stop();
    servers[leader] = await start(NAMES[leader] ?? "");
    expect(await leaders()).toHaveLength(1);
  }, 120_000);

  it("each is replaced in turn while members write, and no visitor sees an error", async () => {
    const faults: string[] = [];
    let written = 0;
    const over = new AbortController();
    const { token, id } = await signedIn();
    const write = async (): Promise<void> => {
      for (let turn = 0; !over.signal.aborted; turn += 1) {
        const answer = await throughBalancer(turn, `/rest/v1/profiles?id=eq.${id}&select=bio`, {
          method: "PATCH",
          headers: {
            apikey: key,
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
            prefer: "return=representation",
          },
          body: JSON.stringify({ bio: `turn ${turn}` }),
        });
        const text = await answer.text();
        if (answer.status === 200 && text.includes(`turn ${turn}`)) written += 1;
        else faults.push(`${answer.status} ${text}`);
        const page = await throughBalancer(turn, "/", {});
        if (page.status !== 200) faults.push(`page ${page.status}`);
        await page.arrayBuffer();
      }
    };
    const writing = write();
    for (const [at, name] of NAMES.entries()) {
      const old = servers[at];
      expect(await old?.stop()).toBe(0);
      servers[at] = await start(name);
    }
    over.abort();
    await writing;
    expect(faults).toEqual([]);
    expect(written).toBeGreaterThan(10);
  }, 180_000);

  async function signedIn(): Promise<{ token: string; id: string }> {
    const { data } = await clientOf(0).auth.signInWithPassword({
      email: EMAIL,
      password: PASSWORD,
    });
    return { token: data.session?.access_token ?? "", id: data.user?.id ?? "" };
  }

  /** As balancers do: the next server where one refuses the connection or says that it ends. */
  async function throughBalancer(turn: number, path: string, init: RequestInit): Promise<Response> {
    for (let tries = 0; ; tries += 1) {
      const url = addressOf((turn + tries) % servers.length);
      try {
        const answer = await fetch(url + path, init);
        if (answer.status !== 503 || tries >= servers.length) return answer;
      } catch (error) {
        if (tries >= servers.length) throw error;
      }
    }
  }
});
