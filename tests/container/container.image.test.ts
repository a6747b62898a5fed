import { execFileSync } from "node:child_process";
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as v from "valibot";
import { IS_FULL } from "#tests/support/full-run.ts";
import { readImageConfig } from "./dockerfile.ts";
import {
  canIsolate,
  makeVolume,
  runImage,
  type RunningImage,
  systemLibraries,
} from "./run-image.ts";

/**
 * Builds the files of the container image with the Dockerfile's script and runs the server from them, as a
 * container engine would. The image itself is not built.
 */

const facts = readImageConfig();
const scratch = mkdtempSync(join(tmpdir(), "reign-image-"));
const folder = join(scratch, "app");

/** Libraries of Debian's slim base and of Node's image. */
const BASE_LIBRARIES = new Set([
  "ld-linux-aarch64.so.1",
  "ld-linux-x86-64.so.2",
  ..."libc.so.6 libdl.so.2 libm.so.6 libpthread.so.0 libresolv.so.2 librt.so.1".split(" "),
  ..."libgcc_s.so.1 libstdc++.so.6".split(" "),
]);

const bomSchema = v.object({
  bomFormat: v.literal("CycloneDX"),
  components: v.array(v.object({ name: v.string(), version: v.string() })),
});
const manifestSchema = v.object({ name: v.string(), version: v.string() });

let files: string[] = [];

beforeAll(() => {
  execFileSync(process.execPath, ["scripts/container/assemble-image.ts", folder]);
  files = readdirSync(folder, { recursive: true, encoding: "utf8" });
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("the image's files", () => {
  it("contain no tests, no source maps, no build tools and no personal settings", () => {
    const surplus = files.filter(
      (path) =>
        /\.map$|^tests\/|(?:^|\/)\.(?:env|git|npmrc)$/.test(path) ||
        (/\.(?:test|fixture)\.tsx?$/.test(path) && !path.startsWith("node_modules/")) ||
        /^node_modules\/(?:vite|vitest|typescript|@playwright|@capacitor|oxlint)(?:\/|$)/.test(
          path,
        ),
    );
    expect(surplus).toEqual([]);
  });

  it("contain no second Node: its name links to the image's own", () => {
    expect(files.filter((path) => /^node_modules\/node(?:-[\w-]+)?(?:\/|$)/.test(path))).toEqual(
      [],
    );
    expect(lstatSync(join(folder, "node_modules/.bin/node")).isSymbolicLink()).toBe(true);
  });

  it("contain a bill of materials that lists exactly the packages of others inside", () => {
    const bom = v.parse(bomSchema, readJson("sbom.cdx.json"));
    const inside = files
      .filter((path) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
      .filter((path) => !path.startsWith("node_modules/@reign-tv/"))
      .map((path) => v.parse(manifestSchema, readJson(path)))
      .map(({ name, version }) => `${name}@${version}`);
    const named = bom.components.map(({ name, version }) => `${name}@${version}`);
    expect(inside.length).toBeGreaterThan(40);
    expect(inside.toSorted()).toEqual(named.toSorted());
  });

  // Changes with dependencies only.
  it.runIf(IS_FULL)("need no system library that the base image lacks", () => {
    const native = files.filter(
      (path) => /\.node$|\/native\/(?:bin|lib)\/.*[^.]/.test(path) && isElf(join(folder, path)),
    );
    expect(native.length).toBeGreaterThan(20);
    const missing = native.flatMap((path) =>
      systemLibraries(join(folder, path), folder)
        .filter((name) => !BASE_LIBRARIES.has(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

describe.skipIf(!canIsolate())(
  "the image, read-only, as its account, with a small /dev/shm",
  () => {
    const volume = makeVolume(facts.uid);
    let image: RunningImage;

    beforeAll(async () => {
      image = await runImage(facts, folder, volume);
    });
    afterAll(() => rmSync(volume, { recursive: true, force: true }));

    it("serves pages and passes its health check", async () => {
      const home = await fetch(image.url);
      expect(home.status).toBe(200);
      expect(await home.text()).toContain("<h1");
      expect(image.exec(facts.healthCheck)).toEqual({ code: 0, output: "" });
    });

    it("fails its health check when no server listens", () => {
      expect(image.exec(["PORT=9", ...facts.healthCheck]).code).toBe(1);
    });

    it("runs every process as its own account without gaining privileges", () => {
      for (const pid of [image.pid, postmasterPid(image)]) {
        const status = readFileSync(`/proc/${pid}/status`, "utf8");
        expect(status).toContain(`Uid:\t${facts.uid}\t${facts.uid}\t${facts.uid}\t${facts.uid}`);
        expect(status).toMatch(/^CapEff:\s0+$/m);
        expect(status).toMatch(/^NoNewPrivs:\s1$/m);
      }
    });

    it("writes only into its volume", () => {
      const mounts = readFileSync(`/proc/${image.pid}/mountinfo`, "utf8");
      for (const place of ["/", "/app"]) expect(mounts).toMatch(new RegExp(` ${place} ro,`));
      const write = (path: string) => image.exec(["sh", "-c", `echo x > ${path}`]).code;
      expect([write("/app/new"), write("/etc/passwd"), write("/new")]).toEqual([2, 2, 2]);
      expect([write("/data/new"), write("/tmp/new")]).toEqual([0, 0]);
    });

    it("works with a small /dev/shm", () => {
      const options = readFileSync(join(volume, "pg/postmaster.opts"), "utf8");
      expect(options).toContain("dynamic_shared_memory_type=mmap");
      expect(options).toContain("max_parallel_workers_per_gather=0");
      expect(readdirSync(join("/proc", String(image.pid), "root", "dev/shm"))).toEqual([]);
    });

    it("contains every module that the server imports", () => {
      const modules = files.filter(
        (path) => /^(?:server|packages)\/.*\.ts$/.test(path) && path !== "server/main.ts",
      );
      expect(modules.length).toBeGreaterThan(300);
      const script = `for (const path of ${JSON.stringify(modules)}) await import("/app/" + path)`;
      expect(image.exec(["node", "--input-type=module", "--eval", script])).toEqual({
        code: 0,
        output: "",
      });
    });

    it("creates accounts, hashes passwords and makes a backup while the server runs", async () => {
      expect(await signIn(image, volume, "signup")).toBe(200);
      const backup = image.exec(["node_modules/.bin/node", "scripts/commands/backup.ts"]);
      expect(backup.output).toContain("Backup ");
      expect(backup.code).toBe(0);
    });

    it("passes the doctor command", () => {
      const { output } = image.exec(["node", "scripts/commands/doctor.ts"]);
      expect(output).toContain("PostgreSQL");
    });

    it("stops on SIGTERM as pid 1, and a new one continues with the volume", async () => {
      expect(await image.stop()).toBe(0);
      expect(readdirSync(join(volume, "pg"))).not.toContain("postmaster.pid");
      image = await runImage(facts, folder, volume);
      expect(await signIn(image, volume, "token?grant_type=password")).toBe(200);
      expect(await image.stop()).toBe(0);
    });
  },
);

async function signIn(image: RunningImage, volume: string, path: string): Promise<number> {
  const key = readFileSync(join(volume, "secrets/publishable-key"), "utf8").trim();
  const answer = await fetch(`${image.url}/auth/v1/${path}`, {
    method: "POST",
    headers: { apikey: key, "content-type": "application/json" },
    body: JSON.stringify({ email: "member@example.org", password: "Quiet-harbour-71" }),
  });
  await answer.body?.cancel();
  return answer.status;
}

/** Host pid of the postmaster, a child of the server; the pid file has the pid inside the container. */
function postmasterPid(image: RunningImage): number {
  const children = readFileSync(`/proc/${image.pid}/task/${image.pid}/children`, "utf8");
  return Number(children.trim().split(" ")[0]);
}

function isElf(path: string): boolean {
  return statSync(path).isFile() && readFileSync(path).subarray(1, 4).toString() === "ELF";
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(folder, path), "utf8"));
}
