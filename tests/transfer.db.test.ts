import {
  migrationsOfRun,
  freshAddress,
  GOOD_PASSWORD,
  joinAs,
  makePreparedDataDir,
  type Member,
  openHere,
  operatorOf,
  removeDataDir,
  type TestBackend,
  visitorOf,
  IS_FULL,
  addAuthenticatorFactor,
  codeOf,
} from "@reign-tv/backend/testing";
import { startTestBackend } from "#tests/support/test-backend.ts";
import {
  appendFileSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDiskStore, connectCluster } from "@reign-tv/backend/operations";
import type { ExportManifest } from "@reign-tv/operations/transfer/export-format.ts";
import { writeExport } from "@reign-tv/operations/transfer/export/write-export.ts";
import { importIntoFolder } from "@reign-tv/operations/transfer/import/import-into-folder.ts";
import { openExport } from "@reign-tv/operations/transfer/import/read-export.ts";
import { exportOf, importTo, newFolder, projectDatabase } from "./support/transfer-fixture.ts";

const MEMBERS = 6;
/** Includes those of the demonstration database. */
const ACCOUNTS = MEMBERS + 39;
const NOW_MS = Date.now();

describe("the transfer of a site", () => {
  let site: TestBackend;
  let members: Member[] = [];
  let secret = "";
  let folder = "";
  let manifest: ExportManifest;
  const picture = { bucket: "avatars", name: "" };

  beforeAll(async () => {
    site = await startTestBackend();
    site.setNow(NOW_MS);
    members = [];
    for (let count = 0; count < MEMBERS; count += 1) members.push(await joinAs(site));
    const [first] = members;
    if (first === undefined) throw new Error("Nobody joined.");
    secret = await addAuthenticatorFactor(first.client, NOW_MS);
    await fillSite(site, members);
    picture.name = `${first.id}-1700000000000.png`;
    const png = await sharp({
      create: { width: 64, height: 64, channels: 3, background: "teal" },
    })
      .png()
      .toBuffer();
    const { error } = await operatorOf(site)
      .storage.from("avatars")
      .upload(picture.name, new Blob([new Uint8Array(png)], { type: "image/png" }), {
        cacheControl: "7200",
      });
    if (error) throw error;
    ({ folder, manifest } = await exportOf(site));
  });
  afterAll(() => site.close());

  it("exports for the owner alone, without sessions and codes, with decrypted secrets", () => {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "tables/auth.users.jsonl")).mode & 0o777).toBe(0o600);
    expect(rowsOf(manifest)).toMatchObject({
      "auth.users": ACCOUNTS,
      "auth.mfa_factors": 3,
      "public.profiles": ACCOUNTS,
      "public.devotionals": 61,
      "storage.objects": 1,
    });
    expect(readdirSync(join(folder, "tables")).join()).not.toMatch(
      /session|refresh|one_time|pulses/,
    );
    const users = readFileSync(join(folder, "tables/auth.users.jsonl"), "utf8");
    expect(users).not.toContain("recovery_token");
    const factors = readFileSync(join(folder, "tables/auth.mfa_factors.jsonl"), "utf8");
    expect(factors).toContain(secret);
  });

  it("reports secrets of another key, and continues", async () => {
    const other = await exportOf(site, { hmacSecret: new Uint8Array(32) });
    expect(other.manifest.leftOut).toEqual([
      { what: "authenticator apps whose secret another key has sealed", count: 1 },
    ]);
  });

  it("imports into a project by its secret key, and a second run changes nothing", async () => {
    const project = await startTestBackend({ isEmpty: true });
    const report = await importTo(project, folder);
    expect(report.accounts).toEqual({ made: ACCOUNTS, present: 0 });
    expect(report.files).toEqual({ added: 1, present: 0 });
    expect(report.notDone.map((line) => line.split(" ")[0])).toEqual([
      "auth.identities",
      "auth.mfa_factors",
      "public.announcement_pushes",
      "public.audit_log",
      "public.studio_alerts",
      "public.studio_revisions",
      "public.synced_accounts",
      "public.synced_items",
    ]);
    const documents = await operatorOf(project)
      .from("studio_documents")
      .select("id, body")
      .eq("kind", "channel");
    expect(documents.data).toEqual([{ id: "reign-tv", body: { onAir: false } }]);
    await expectSignIns(project, members);
    const own = visitorOf(project);
    await own.auth.signInWithPassword({ email: members[1]?.email ?? "", password: GOOD_PASSWORD });
    const profile = await own.from("profiles").select("id, bio").single();
    expect(profile.data).toEqual({ id: members[1]?.id, bio: "Sings \u2028 alto" });
    const { data: file } = await operatorOf(project).storage.from("avatars").info(picture.name);
    expect(file).toMatchObject({ contentType: "image/png", cacheControl: "max-age=7200" });

    const before = await stateOf(project);
    const again = await importTo(project, folder);
    expect(again.accounts).toEqual({ made: 0, present: ACCOUNTS });
    expect(again.files).toEqual({ added: 0, present: 1 });
    expect(await stateOf(project)).toEqual(before);
    await project.close();
  });

  it("imports identities and MFA factors when it has the project's database", async () => {
    const project = await startTestBackend({ isEmpty: true });
    project.setNow(NOW_MS + 60_000);
    const sql = await projectDatabase(project);
    const report = await importTo(project, folder, { sql });
    expect(report.notDone).toEqual([]);
    const client = visitorOf(project);
    const [first] = members;
    await client.auth.signInWithPassword({ email: first?.email ?? "", password: GOOD_PASSWORD });
    const { data } = await client.auth.mfa.listFactors();
    const verified = await client.auth.mfa.challengeAndVerify({
      factorId: data?.totp[0]?.id ?? "",
      code: codeOf(secret, NOW_MS + 60_000),
    });
    expect(verified.error).toBeNull();
    const linked = await client.auth.getUserIdentities();
    expect(linked.data?.identities.map(({ provider }) => provider).toSorted()).toEqual([
      "email",
      "google",
    ]);
    expect(await tableOf(project, "devotionals")).toEqual(await tableOf(site, "devotionals"));
    expect(await tableOf(project, "profiles")).toEqual(await tableOf(site, "profiles"));
    const again = await importTo(project, folder, { sql });
    expect(again.notDone).toEqual([]);
    expect(await tableOf(project, "profiles")).toEqual(await tableOf(site, "profiles"));
    await sql.end();
    await project.close();
  });

  it("imports into a DATA_DIR without changes, twice, and back from a project", async () => {
    const dataDir = makePreparedDataDir();
    const store = createDiskStore(join(dataDir, "storage", "objects"));
    const target = { dataDir, migrationsDir: migrationsOfRun(), store, uid: null };
    const report = await importIntoFolder(await openExport(folder), target);
    expect(report).toMatchObject({ files: { added: 1, present: 0 }, notDone: [] });
    const again = await importIntoFolder(await openExport(folder), target);
    expect(again).toMatchObject({ files: { added: 0, present: 1 }, rows: report.rows });
    const database = await openHere(dataDir);
    const { connect } = await connectCluster(dataDir);
    const sql = connect("supabase_admin", { max: 1 });
    const second = await exportOf(site, {
      sql,
      hmacSecret: Buffer.from(readFileSync(join(dataDir, "secrets", "hmac"), "utf8"), "base64url"),
    });
    expect(sumsOf(second.manifest)).toEqual(sumsOf(manifest));
    // Sequences continue after the imported rows.
    const [next] = await sql`
      insert into public.studio_revisions (kind, document_id, version, summary)
      values ('channel', 'reign-tv', 2, '') returning id`;
    expect(next).toEqual({ id: String((rowsOf(manifest)["public.studio_revisions"] ?? 0) + 1) });
    await sql.end();
    await database.close();
    await removeDataDir(dataDir);
  });

  describe("failing transfers", () => {
    it("report accounts whose email addresses differ only by case", async () => {
      const [, one, other] = members;
      if (one === undefined || other === undefined) throw new Error("Too few members.");
      const setAddress = (email: string) =>
        site.admin`update auth.users set email = ${email} where id = ${other.id}`;
      await setAddress(one.email.toUpperCase());
      const { folder: colliding } = await exportOf(site);
      await setAddress(other.email);
      const dataDir = makePreparedDataDir();
      const store = createDiskStore(join(dataDir, "storage", "objects"));
      const target = { dataDir, migrationsDir: migrationsOfRun(), store, uid: null };
      const { notDone } = await importIntoFolder(await openExport(colliding), target);
      expect(notDone).toEqual([
        `The accounts ${one.id} and ${other.id} have one address but for capitals: it signs in to ${one.id}; give the other an address of its own.`,
      ]);
      await removeDataDir(dataDir);
    });

    it("report a broken line, a changed file and an incomplete export", async () => {
      const { folder: broken } = await exportOf(site);
      const users = join(broken, "tables/auth.users.jsonl");
      const whole = readFileSync(users, "utf8");
      writeFileSync(users, whole.replace("\n{", "\n{,"));
      await expect(openExport(broken)).rejects.toThrow(
        "tables/auth.users.jsonl, line 2: not a row of an export",
      );
      writeFileSync(users, whole.slice(0, -5));
      await expect(openExport(broken)).rejects.toThrow(`auth.users.jsonl, line ${ACCOUNTS}:`);
      writeFileSync(users, whole.replace(addressIn(whole), "somebody@else.example"));
      await expect(openExport(broken)).rejects.toThrow(
        "tables/auth.users.jsonl was changed or damaged",
      );
      writeFileSync(users, whole);
      const [object = ""] = readdirSync(join(broken, "objects"));
      appendFileSync(join(broken, "objects", object), "x");
      await expect(openExport(broken)).rejects.toThrow(`objects/${object} was changed or damaged`);
      rmSync(join(broken, "objects", object));
      await expect(openExport(broken)).rejects.toThrow(`objects/${object} is missing`);
      writeFileSync(join(broken, "manifest.json"), '{"format": 3}');
      await expect(openExport(broken)).rejects.toThrow("that this release can read (format:");
      rmSync(join(broken, "manifest.json"));
      await expect(openExport(broken)).rejects.toThrow(
        "does not contain a complete export: manifest.json",
      );
      await expect(openExport(newFolder())).rejects.toThrow("does not contain a complete export");
    });

    it("never overwrite a folder with content", async () => {
      const { folder: taken } = await exportOf(site);
      await expect(
        writeExport(
          {
            sql: site.admin,
            roleOf: () => null,
            hmacSecret: null,
            readFile: () => Promise.resolve(null),
            product: "0.1.0",
            now: Date.now,
          },
          taken,
        ),
      ).rejects.toThrow("is not empty");
    });

    it("report a wrong key, resume after a failure, and keep rows that cannot be imported", async () => {
      const project = await startTestBackend({ isEmpty: true });
      await expect(importTo(project, folder, { key: project.publishableKey })).rejects.toThrow(
        "The project refuses the key",
      );
      // An early user has an account already.
      const early = visitorOf(project);
      const email = members[3]?.email ?? "";
      const own = await early.auth.signUp({ email, password: "orchard-lantern-81" });
      await project.admin`update storage.buckets set file_size_limit = 10 where id = 'avatars'`;

      let made = 0;
      const fails: typeof fetch = (input, init) => {
        const isMaking = init?.method === "POST" && new Request(input).url.endsWith("/admin/users");
        if (isMaking && ++made > 3) return Promise.resolve(new Response("{}", { status: 503 }));
        return fetch(input, init);
      };
      const half = await importTo(project, folder, { fetch: fails });
      expect(half.accounts).toEqual({ made: 3, present: 0 });
      const whole = await importTo(project, folder);
      expect(whole.accounts).toEqual({ made: ACCOUNTS - 4, present: 3 });
      expect(whole.notDone.join("\n")).toContain(
        `The account ${members[3]?.id} is not there: ${email} belongs to the account ${own.data.user?.id}`,
      );
      expect(whole.notDone.join("\n")).toMatch(
        /The file avatars\/\S+ \(0\.\d MB\) is not there: The object exceeded the maximum/,
      );
      await expectSignIns(
        project,
        members.filter((member) => member.email !== email),
      );
      await project.admin`update storage.buckets set file_size_limit = null where id = 'avatars'`;
      expect((await importTo(project, folder)).files).toEqual({ added: 1, present: 0 });
      await project.close();
    });

    it.runIf(IS_FULL)(
      "report the line of a row that the target rejects, and roll back its table",
      async () => {
        const project = await startTestBackend({ isEmpty: true });
        const sql = await projectDatabase(project);
        await sql.unsafe("alter table public.profiles add check (bio is null) not valid");
        const name = "tables/public.profiles.jsonl";
        await expect(importTo(project, folder, { sql })).rejects.toThrow(
          new RegExp(`${name}, line \\d+: .*violates check constraint`),
        );
        await expect(importTo(project, folder)).rejects.toThrow(`${name}, line `);
        await sql.end();
        await project.close();
      },
    );
  });
});

/** A profile with a line separator (U+2028), a devotional, a linked account, a document. */
async function fillSite(site: TestBackend, members: readonly Member[]): Promise<void> {
  const [first, second] = members;
  const { admin } = site;
  await admin`update public.profiles set bio = ${"Sings \u2028 alto"} where id = ${second?.id ?? ""}`;
  await admin`
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    values ('g-1', ${first?.id ?? ""}, ${admin.json({ sub: "g-1", email: freshAddress() })}, 'google')`;
  await admin`
    insert into public.devotionals (date, language, title, verse, content)
    values ('2026-06-14', 'en', 'Light', 'John 1:5', ${"The light shines. ".repeat(10)})`;
  await admin`update public.devotionals set updated_by = ${second?.id ?? ""}`;
  await admin`
    insert into public.studio_documents (kind, id, body, version)
    values ('channel', 'reign-tv', ${admin.json({ onAir: false })}, 1)`;
  await admin`
    insert into public.studio_revisions (kind, document_id, version, after, summary)
    values ('channel', 'reign-tv', 1, ${admin.json({ onAir: false })}, 'Off air')`;
}

async function expectSignIns(backend: TestBackend, members: readonly Member[]): Promise<void> {
  for (const { email, id } of members) {
    const { data, error } = await visitorOf(backend).auth.signInWithPassword({
      email,
      password: GOOD_PASSWORD,
    });
    expect([error, data.user?.id]).toEqual([null, id]);
  }
}

function rowsOf(manifest: ExportManifest): Record<string, number> {
  return Object.fromEntries(manifest.tables.map(({ name, rows }) => [name, rows]));
}

function sumsOf(manifest: ExportManifest): Record<string, string> {
  return Object.fromEntries(manifest.tables.map(({ name, sha256 }) => [name, sha256]));
}

async function tableOf(backend: TestBackend, name: string): Promise<unknown> {
  const { admin } = backend;
  return [...(await admin`select to_jsonb(r) as row from ${admin(`public.${name}`)} r order by 1`)];
}

async function stateOf(backend: TestBackend): Promise<unknown> {
  const users = await backend.admin`
    select id, email, encrypted_password, updated_at from auth.users order by id`;
  // A row sent again over HTTP is written again, and its table updates the time.
  const devotionals = await backend.admin`
    select to_jsonb(devotionals) - 'updated_at' from public.devotionals order by id`;
  return [...users, ...devotionals];
}

/** An email address that stands in the file. */
function addressIn(text: string): string {
  return /"email": "([^"]+)"/.exec(text)?.[1] ?? "";
}
