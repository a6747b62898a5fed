import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as v from "valibot";
import { makeZip, type ZipEntry } from "#functions/_shared/account/zip.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#shared/languages.ts";
import { tvMessages } from "#shared/messages/devices/tv.ts";
import { makeAr, makeTar, type TarEntry } from "./archives.ts";

const SOURCES = "mobile/tv";

type ShellOptions = {
  /** Folder of the packages. */
  folder: string;
  /** Origin of the server whose television page the shells open. */
  serverUrl: string;
};

/**
 * Packs the two shells: `.ipk` for webOS, `.wgt` for Tizen, both unsigned. Each is one page that opens
 * `{server}/tv`.
 *
 * @returns paths of the packages.
 */
export async function packTvShells({ folder, serverUrl }: ShellOptions): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const packages = {
    "reign-tv.ipk": await makeIpk(shellFiles("webos", serverUrl)),
    "reign-tv.wgt": makeZip(shellFiles("tizen", serverUrl)),
  };
  return Object.entries(packages).map(([name, bytes]) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  });
}

const FILES = {
  webos: ["appinfo.json", "icon.png", "large-icon.png"],
  tizen: ["config.xml", "icon.png"],
} as const;

/** Texts of the shell, by language; it chooses on the television. */
function shellTexts(): Record<string, unknown> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, tvMessages[language].shell]));
}

/** Files of one shell, with its texts filled in. */
export function shellFiles(platform: keyof typeof FILES, serverUrl: string): ZipEntry[] {
  const filled = (path: string): Uint8Array => {
    const bytes = readFileSync(join(SOURCES, path));
    if (path.endsWith(".png")) return bytes;
    const text = bytes
      .toString("utf8")
      .replaceAll("{{SERVER_URL}}", serverUrl)
      .replaceAll("{{SERVER_HOST}}", new URL(serverUrl).hostname)
      .replaceAll("{{PLATFORM}}", platform)
      .replaceAll("{{LANGUAGE}}", DEFAULT_LANGUAGE)
      .replaceAll("{{TEXTS}}", () => JSON.stringify(shellTexts()));
    return Buffer.from(text);
  };
  return [
    { name: "index.html", bytes: filled("index.html") },
    ...FILES[platform].map((name) => ({ name, bytes: filled(`${platform}/${name}`) })),
  ];
}

const appInfoSchema = v.object({ id: v.string(), version: v.string(), vendor: v.string() });

/** A webOS package: a Debian archive with its data in the television's folder of apps. */
async function makeIpk(files: readonly ZipEntry[]): Promise<Buffer> {
  const appInfo = files.find(({ name }) => name === "appinfo.json");
  const text = new TextDecoder().decode(appInfo?.bytes);
  const { id, version, vendor } = v.parse(appInfoSchema, JSON.parse(text));
  const home = `usr/palm/applications/${id}`;
  const data: TarEntry[] = files.map(({ name, bytes }) => ({ path: `${home}/${name}`, bytes }));
  const packageInfo = JSON.stringify({ app: id, id, loc_name: id, package_format_version: 2, vendor, version });
  data.push({
    path: `usr/palm/packages/${id}/packageinfo.json`,
    bytes: Buffer.from(packageInfo),
  });
  const sizeBytes = data.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const control = [
    `Package: ${id}`,
    `Version: ${version}`,
    "Section: misc",
    "Priority: optional",
    "Architecture: all",
    `Installed-Size: ${sizeBytes}`,
    `Maintainer: ${vendor}`,
    "Description: This is a webOS application.",
    "webOS-Package-Format-Version: 2",
    "",
  ].join("\n");
  return makeAr([
    { name: "debian-binary", bytes: Buffer.from("2.0\n") },
    {
      name: "control.tar.gz",
      bytes: gzipSync(await makeTar([{ path: "control", bytes: Buffer.from(control) }])),
    },
    { name: "data.tar.gz", bytes: gzipSync(await makeTar(data)) },
  ]);
}
