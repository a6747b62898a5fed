import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createStaticFiles } from "./static-files.ts";

describe("the files of a build", () => {
  let releasesDir = "";
  beforeAll(() => {
    releasesDir = mkdtempSync(join(tmpdir(), "static-files-"));
    addFile("2026-a", "old-1.js", "old");
    addFile("2026-b", "own-1.js", "own");
  });
  afterAll(() => rmSync(releasesDir, { recursive: true, force: true }));

  function addFile(release: string, name: string, text: string): void {
    const folder = join(releasesDir, release, "client", "assets");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), text);
  }

  async function ask(path: string): Promise<[number, string, string | null]> {
    const clientDir = join(releasesDir, "2026-b", "client");
    const files = await createStaticFiles({ clientDir, releasesDir, webDir: "web" });
    const answer = await files.request(path);
    return [answer.status, await answer.text(), answer.headers.get("cache-control")];
  }

  it("are served with those of other builds, cacheable forever", async () => {
    const forGood = "public, max-age=31536000, immutable";
    expect(await ask("/assets/own-1.js")).toEqual([200, "own", forGood]);
    expect(await ask("/assets/old-1.js")).toEqual([200, "old", forGood]);
    addFile("2026-c", "next-1.js", "next");
    expect(await ask("/assets/next-1.js")).toEqual([200, "next", forGood]);
  });

  it("are sent in the smallest form that the client accepts and the build has", async () => {
    addFile("2026-b", "packed-1.js", "plain");
    addFile("2026-b", "packed-1.js.br", "brotli");
    const clientDir = join(releasesDir, "2026-b", "client");
    const files = await createStaticFiles({ clientDir, releasesDir, webDir: "web" });
    const answers = await Promise.all(
      ["gzip, br", "gzip", ""].map(async (accepted) => {
        const headers = { "accept-encoding": accepted };
        const answer = await files.request("/assets/packed-1.js", { headers });
        const names = ["content-encoding", "content-type", "content-length", "vary"];
        return [await answer.text(), ...names.map((name) => answer.headers.get(name))];
      }),
    );
    expect(answers).toEqual([
      ["brotli", "br", "text/javascript; charset=utf-8", "6", "Accept-Encoding"],
      ["plain", null, "text/javascript; charset=utf-8", "5", "Accept-Encoding"],
      ["plain", null, "text/javascript; charset=utf-8", "5", "Accept-Encoding"],
    ]);
  });

  it("are the only files that are served", async () => {
    writeFileSync(join(releasesDir, "2026-a", "client", "secret.txt"), "secret");
    for (const path of [
      "/assets/none.js",
      "/assets/%2e%2e/secret.txt",
      "/assets/..%2fsecret.txt",
    ]) {
      expect((await ask(path))[0]).toBe(404);
    }
  });
});
