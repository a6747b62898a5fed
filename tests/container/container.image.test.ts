import { execFileSync } from "node:child_process";
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { readImageFacts } from "./dockerfile.ts";
import {
  canIsolate,
  makeVolume,
  runImage,
  type RunningImage,
  systemLibraries,
} from "./run-image.ts";

/**
 * The files of the container image, put together by the script that the Dockerfile runs, and the server started
 * from them as an engine would start it. The image itself is not built here.
 */

const facts = readImageFacts();
const scratch = mkdtempSync(join(tmpdir(), "reign-image-"));
const folder = join(scratch, "app");

/** What Debian's slim base and Node's image bring. */
const BASE_LIBRARIES = new Set([
  "ld-linux-aarch64.so.1",
  "ld-linux-x86-64.so.2",
  ..."libc.so.6 libdl.so.2 libm.so.6 libpthread.so.0 libresolv.so.2 librt.so.1".split(" "),
  ..."libgcc_s.so.1 libstdc++.so.6".split(" "),
]);

const bomSchema = z.object({
  bomFormat: z.literal("CycloneDX"),
  components: z.array(z.object({ name: z.string(), version: z.string() })),
});
const manifestSchema = z.object({ name: z.string(), version: z.string() });

let files: string[] = [];

beforeAll(() => {
  execFileSync(process.execPath, ["scripts/container/assemble-image.ts", folder]);
  files = readdirSync(folder, { recursive: true, encoding: "utf8" });
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("the image's files", () => {
  it("hold no tests, no maps, no tools for building and testing, and nobody's settings", () => {
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

  it("hold no second Node: its name leads to the one that the image has", () => {
    expect(files.filter((path) => /^node_modules\/node(?:-[\w-]+)?(?:\/|$)/.test(path))).toEqual(
      [],
    );
    expect(lstatSync(join(folder, "node_modules/.bin/node")).isSymbolicLink()).toBe(true);
  });

  it("hold a bill of materials that names every package inside and no other", () => {
    const bom = bomSchema.parse(readJson("sbom.cdx.json"));
    const inside = files
      .filter((path) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
      .map((path) => manifestSchema.parse(readJson(path)))
      .map(({ name, version }) => `${name}@${version}`);
    const named = bom.components.map(({ name, version }) => `${name}@${version}`);
    expect(inside.length).toBeGreaterThan(40);
    expect(inside.toSorted()).toEqual(named.toSorted());
  });

  it("take no library of the system that the base image lacks", () => {
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

    it("serves pages, and its health check says so", async () => {
      const home = await fetch(image.url);
      expect(home.status).toBe(200);
      expect(await home.text()).toContain("<h1");
      expect(image.exec(facts.healthCheck)).toEqual({ code: 0, output: "" });
    });

    it("has a health check that fails where nobody answers", () => {
      expect(image.exec(["PORT=9", ...facts.healthCheck]).code).toBe(1);
    });

    it("runs everything as its own account, which may gain no rights", () => {
      for (const pid of [image.pid, postmasterPid(image)]) {
        const status = readFileSync(`/proc/${pid}/status`, "utf8");
        expect(status).toContain(`Uid:\t${facts.uid}\t${facts.uid}\t${facts.uid}\t${facts.uid}`);
        expect(status).toMatch(/^CapEff:\s0+$/m);
        expect(status).toMatch(/^NoNewPrivs:\s1$/m);
      }
    });

    it("writes into its volume alone", () => {
      const mounts = readFileSync(`/proc/${image.pid}/mountinfo`, "utf8");
      for (const place of ["/", "/app"]) expect(mounts).toMatch(new RegExp(` ${place} ro,`));
      const write = (path: string) => image.exec(["sh", "-c", `echo x > ${path}`]).code;
      expect([write("/app/new"), write("/etc/passwd"), write("/new")]).toEqual([2, 2, 2]);
      expect([write("/data/new"), write("/tmp/new")]).toEqual([0, 0]);
    });

    it("does not lean on /dev/shm where it is small", () => {
      const options = readFileSync(join(volume, "pg/postmaster.opts"), "utf8");
      expect(options).toContain("dynamic_shared_memory_type=mmap");
      expect(options).toContain("max_parallel_workers_per_gather=0");
      expect(readdirSync(join("/proc", String(image.pid), "root", "dev/shm"))).toEqual([]);
    });

    it("finds everything that a module of the server imports", () => {
      const modules = files.filter(
        (path) => /^server\/.*\.ts$/.test(path) && path !== "server/main.ts",
      );
      expect(modules.length).toBeGreaterThan(300);
      const script = `for (const path of ${JSON.stringify(modules)}) await import("/app/" + path)`;
      expect(image.exec(["node", "--input-type=module", "--eval", script])).toEqual({
        code: 0,
        output: "",
      });
    });

    it("makes accounts, hashes their passwords, and a backup beside the running server", async () => {
      expect(await signIn(image, volume, "signup")).toBe(200);
      const backup = image.exec(["node_modules/.bin/node", "scripts/commands/backup.ts"]);
      expect(backup.output).toContain("The backup ");
      expect(backup.code).toBe(0);
    });

    it("looks itself over by the doctor's command", () => {
      const { output } = image.exec(["node", "scripts/doctor/doctor.ts"]);
      expect(output).toContain("PostgreSQL");
    });

    it("stops on SIGTERM as the first process, and a new one goes on with the volume", async () => {
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

/** As this machine numbers it: the child of the server that PostgreSQL's own file names inside. */
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
