import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { parseSync } from "vite";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeAr, makeTar } from "./archives.ts";
import { packTvShells, shellFiles } from "./tv-shells.ts";

const SERVER = "https://tv.example.org";
/** Syntax that Tizen of 2015 lacks. */
const LATER_THAN_ES5 = /=>|`|\?\.|\?\?|\.{3}|\b(?:const|let|class|async|await|of)\b/;

function textOf(platform: "webos" | "tizen", name: string): string {
  const file = shellFiles(platform, SERVER).find((entry) => entry.name === name);
  return new TextDecoder().decode(file?.bytes);
}

function packInto(): { folder: string; pack: () => Promise<string[]> } {
  const folder = mkdtempSync(join(tmpdir(), "reign-tv-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { folder, pack: () => packTvShells({ folder, serverUrl: SERVER }) };
}

describe.each(["webos", "tizen"] as const)("the shell for %s", (platform) => {
  it("opens the server's page for televisions", () => {
    const page = textOf(platform, "index.html");
    expect(page).toContain(`"${SERVER}/tv?tv=${platform}"`);
    expect(page).not.toContain("{{");
  });

  it("has a script that the oldest televisions can parse", () => {
    const [, script = ""] = /<script>([\s\S]*)<\/script>/.exec(textOf(platform, "index.html")) ?? [];
    expect(script.length).toBeGreaterThan(500);
    expect(parseSync("shell.js", script).errors).toEqual([]);
    expect(script).not.toMatch(LATER_THAN_ES5);
  });

  it("has every file that its manifest names", () => {
    const names = shellFiles(platform, SERVER).map(({ name }) => name);
    const manifest = textOf(platform, platform === "webos" ? "appinfo.json" : "config.xml");
    const named = [...manifest.matchAll(/"([\w-]+\.(?:png|html))"/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((name) => !names.includes(name ?? ""))).toEqual([]);
  });
});

it("has a valid manifest for Tizen that lets the shell open the server only", () => {
  const manifest = textOf("tizen", "config.xml");
  expect(XMLValidator.validate(manifest)).toBe(true);
  const { widget } = new XMLParser({ ignoreAttributes: false }).parse(manifest);
  expect(widget.access["@_origin"]).toBe(SERVER);
  expect(widget["tizen:allow-navigation"]).toBe("tv.example.org");
});

it("makes the same packages each time, which archivers can read", async () => {
  const { folder, pack } = packInto();
  const paths = await pack();
  const before = paths.map((path) => readFileSync(path));
  await pack();
  expect(paths.map((path) => readFileSync(path))).toEqual(before);

  const [ipk = "", wgt = ""] = paths;
  const members = readAr(readFileSync(ipk));
  expect([...members.keys()]).toEqual(["debian-binary", "control.tar.gz", "data.tar.gz"]);
  const data = gunzipSync(members.get("data.tar.gz") ?? new Uint8Array());
  const listed = execFileSync("tar", ["-t"], { input: data, encoding: "utf8", cwd: folder });
  expect(listed).toContain("usr/palm/applications/tv.reign.app/appinfo.json\n");
  expect(listed).toContain("usr/palm/packages/tv.reign.app/packageinfo.json\n");
  expect(readFileSync(wgt).subarray(0, 2).toString()).toBe("PK");
});

/** Members of an ar archive by name, parsed by the format's rules. */
function readAr(archive: Buffer): Map<string, Buffer> {
  expect(archive.subarray(0, 8).toString()).toBe("!<arch>\n");
  const members = new Map<string, Buffer>();
  let offset = 8;
  while (offset < archive.length) {
    const header = archive.subarray(offset, offset + 60).toString();
    expect(header.slice(58)).toBe("`\n");
    const bytes = Number(header.slice(48, 58));
    members.set(header.slice(0, 16).trim(), archive.subarray(offset + 60, offset + 60 + bytes));
    offset += 60 + bytes + (bytes % 2);
  }
  return members;
}

it("reads back a tar archive, also at a block's border", async () => {
  const { folder } = packInto();
  const entries = [
    { path: "a/empty", bytes: Buffer.alloc(0) },
    { path: "a/b/block", bytes: Buffer.alloc(512, "x") },
    { path: "more", bytes: Buffer.alloc(513, "y") },
  ];
  execFileSync("tar", ["-x"], { input: await makeTar(entries), cwd: folder });
  for (const { path, bytes } of entries) {
    expect(readFileSync(join(folder, path))).toEqual(bytes);
  }
});

it("rejects names that the formats cannot hold", async () => {
  const bytes = Buffer.alloc(1);
  const tooLong = makeTar([{ path: "x".repeat(101), bytes }]);
  await expect(tooLong).rejects.toThrow("too long for a tar archive");
  expect(() => makeAr([{ name: "seventeen-letters", bytes }])).toThrow("too long for an ar archive");
});
