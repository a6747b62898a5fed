import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { basePathOf, LANGUAGES } from "#shared/languages.ts";
import { startServerProcess } from "#tests/support/server-process.ts";
import {
  brotliBytes,
  firstFiles,
  leakedSecrets,
  pagesWithClient,
  readManifest,
} from "#scripts/build/built-files.ts";

/**
 * Gate: downloads before the first tap stay small, and hold no secret and no backend client. Prints every
 * size; exits with 1 when one exceeds its budget.
 */

const KB = 1_000;
const FIRST_ROUTE_JS_BYTES = 116 * KB;
const STYLE_SHEET_BYTES = 8 * KB;
/** A page without its first image, which it may hold (`server/media/images/inline-images.ts`). */
const HOME_HTML_BYTES = 15 * KB;
const EMBED_PLAYER_BYTES = 15 * KB;
/** Not compressed. React's development build, which renders more than twice as slowly, would exceed it. */
const SERVER_PAGES_BYTES = 4_600 * KB;

type Measure = { name: string; bytes: number; budgetBytes: number };

const manifest = readManifest();
const measures: Measure[] = [
  ...LANGUAGES.map((language) => ({
    name: `first route, JavaScript (${language})`,
    bytes: brotliBytes(firstFiles(manifest, `web/app/entry-${language}.ts`)),
    budgetBytes: FIRST_ROUTE_JS_BYTES,
  })),
  {
    name: "style sheet",
    bytes: brotliBytes(firstFiles(manifest, "web/app/app.css")),
    budgetBytes: STYLE_SHEET_BYTES,
  },
  {
    name: "embedded player without its engine",
    bytes: brotliBytes(firstFiles(manifest, "web/embed/player.ts")),
    budgetBytes: EMBED_PLAYER_BYTES,
  },
  {
    name: "pages as the server renders them",
    bytes: folderBytes("dist/server"),
    budgetBytes: SERVER_PAGES_BYTES,
  },
  ...(await measurePages()),
];

for (const { name, bytes, budgetBytes } of measures) {
  const verdict = bytes <= budgetBytes ? "ok" : "OVER";
  console.log(`${name.padEnd(40)}${inKb(bytes)} of ${inKb(budgetBytes)}  ${verdict}`);
}
const leaks = leakedSecrets();
for (const leak of leaks) console.log(`SECRET: ${leak}`);
const early = pagesWithClient(manifest);
for (const page of early) console.log(`BACKEND CLIENT among the first files of ${page}`);
const isOver = measures.some(({ bytes, budgetBytes }) => bytes > budgetBytes);
process.exitCode = isOver || leaks.length > 0 || early.length > 0 ? 1 : 0;

async function measurePages(): Promise<Measure[]> {
  const server = await startServerProcess();
  try {
    return await Promise.all(
      LANGUAGES.map(basePathOf).map(async (path) => ({
        name: `page ${path} with its styles`,
        bytes: brotliCompressSync(withoutImages(await pageAt(`${server.url}${path}`))).length,
        budgetBytes: HOME_HTML_BYTES,
      })),
    );
  } finally {
    await server.stop();
  }
}

function folderBytes(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

async function pageAt(url: string): Promise<string> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return await response.text();
}

function withoutImages(html: string): string {
  return html.replaceAll(/base64,[^"]*/g, "").replace(/"inlineImages":\{[^}]*\}/, "");
}

function inKb(bytes: number): string {
  return `${(bytes / KB).toFixed(1)} kB`.padStart(9);
}
