import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "@reign-tv/backend";
import { createLogger } from "@reign-tv/kit/log.ts";
import { newFolder } from "#tests/support/transfer-fixture.ts";
import { MIGRATIONS_DIR } from "#server/settings/backend-settings.ts";
import {
  freePort,
  makeDataDir,
  putEmptyCluster,
  putPreparedDatabase,
  removeDataDir,
  startFakePostgres,
} from "@reign-tv/backend/testing";
import { IS_FULL } from "#tests/support/full-run.ts";
import { programEnvironment } from "./support/program-environment.ts";
import { serverEnvironment } from "./support/server-environment.ts";
import {
  startServerProcess,
  type ServerProcess,
  waitUntilReady,
} from "./support/server-process.ts";

const run = promisify(execFile);
const EMAIL = "ruth@example.org";
const PASSWORD = "kettle-mistral-47";

/** Runs an npm command for operators. */
async function command(
  name: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<string> {
  const env = programEnvironment(variables);
  const { stdout } = await run(process.execPath, [`scripts/commands/${name}.ts`, ...args], { env });
  return stdout;
}

function keyOf(dataDir: string, name: string): string {
  return readFileSync(join(dataDir, "secrets", name), "utf8").trim();
}

function clientOf(server: { readonly url: string; readonly dataDir: string }): SupabaseClient {
  return createClient(server.url, keyOf(server.dataDir, "publishable-key"), {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

async function expectSignIn(server: { url: string; dataDir: string }): Promise<void> {
  const client = clientOf(server);
  const { data, error } = await client.auth.signInWithPassword({
    email: EMAIL,
    password: PASSWORD,
  });
  expect([error, data.user?.email]).toEqual([null, EMAIL]);
  const profile = await client.from("profiles").select("full_name").single();
  expect(profile.data).toEqual({ full_name: "Ruth Moyo" });
}

describe("a server that its operator moves by commands", () => {
  let old: ServerProcess;
  const folder = newFolder();
  let output = "";
  beforeAll(async () => {
    old = await startServerProcess({}, { prepare: putPreparedDatabase });
    const options = { data: { full_name: "Ruth Moyo" } };
    await clientOf(old).auth.signUp({ email: EMAIL, password: PASSWORD, options });
    output = await command("export", [folder], { DATA_DIR: old.dataDir });
  });
  afterAll(() => old.stop());

  it("is exported while it runs", () => {
    expect(output).toContain(`Export written to ${folder}:\n  auth.users: 40\n`);
    expect(output).toContain("Protect it like the server");
  });

  it.runIf(IS_FULL)(
    "imports into a fake Supabase project, also a second time, and says what needs its database",
    async () => {
      const project = await startServerProcess({}, { prepare: putPreparedDatabase });
      const variables = { PROJECT_SECRET_KEY: keyOf(project.dataDir, "secret-key") };
      const args = [folder, "--to", project.url];
      for (const accounts of ["created: 1; already there: 39", "created: 0; already there: 40"]) {
        await expect(command("import", args, variables)).rejects.toMatchObject({
          stdout: expect.stringMatching(
            new RegExp(`Accounts ${accounts}\\.[^]*audit_log; set PROJECT_DATABASE_URL`),
          ),
          stderr: expect.stringContaining("Import incomplete: see above."),
        });
      }
      await expectSignIn(project);
      const wrong = { PROJECT_SECRET_KEY: keyOf(project.dataDir, "publishable-key") };
      await expect(command("import", args, wrong)).rejects.toThrow("The project refuses the key");
      await expect(command("import", args, {})).rejects.toThrow("Set PROJECT_SECRET_KEY");
      await project.stop();
    },
  );

  it("imports into a new DATA_DIR, on which a server then starts", async () => {
    const dataDir = makeDataDir();
    expect(await command("import", [folder, "--to", dataDir], {})).toContain("  auth.users: 40\n");
    const { url, variables } = serverEnvironment(await freePort(), dataDir);
    const child: ChildProcess = spawn(process.execPath, ["server/main.ts"], {
      stdio: "ignore",
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...variables },
    });
    await waitUntilReady(url, child);
    await expectSignIn({ url, dataDir });
    await expect(command("import", [folder, "--to", dataDir], {})).rejects.toThrow("server");
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
    await removeDataDir(dataDir);
  });

  it("reports missing arguments", async () => {
    await expect(command("export", [], {})).rejects.toThrow("Usage: npm run export");
    await expect(command("import", [folder], {})).rejects.toThrow("Usage: npm run import");
    const nowhere = { DATA_DIR: join(folder, "none") };
    await expect(command("export", [newFolder()], nowhere)).rejects.toThrow(
      "No server has been started with DATA_DIR",
    );
    const project = { PROJECT_SECRET_KEY: "sb_secret_x" };
    const from = [newFolder(), "--from", "https://project.example"];
    await expect(command("export", from, project)).rejects.toThrow("Set PROJECT_DATABASE_URL");
    const odd = { ...project, PROJECT_DATABASE_URL: "mysql://x" };
    await expect(command("export", from, odd)).rejects.toThrow("must begin with postgres://");
  });
});

it("exports a server with an external database by its own login", async () => {
  const elsewhere = await startFakePostgres(putEmptyCluster);
  await elsewhere.run("create role site login createrole password 'p'");
  await elsewhere.run("create database site owner site");
  const databaseUrl = elsewhere.urlOf("site", "p", "site");
  const dataDir = makeDataDir();
  const log = createLogger("silent");
  const database = await openDatabase({
    dataDir,
    databaseUrl,
    uid: null,
    log,
    migrationsDir: MIGRATIONS_DIR,
  });
  await database.auth`
    insert into auth.users (id, email, raw_user_meta_data)
    values (gen_random_uuid(), ${EMAIL}, ${database.auth.json({ full_name: "Ruth Moyo" })})`;
  const folder = newFolder();
  const output = await command("export", [folder], {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
  });
  expect(output).toContain("  auth.users: 1\n  ");
  expect(output).toContain("  public.profiles: 1\n");
  expect(output).toContain("  storage.buckets: 2\n");
  await database.close();
  await removeDataDir(dataDir);
  await elsewhere.stop();
});
