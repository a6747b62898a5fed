import { spawn } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/**
 * Builds dist/client (browser), dist/server (rendering) and dist/worker (offline) at once, then the
 * television page into dist/client, and stores every text asset compressed beside itself, so that the
 * server never compresses one while a visitor waits.
 */

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest|txt|xml|vtt)$/;
/** Below this a compressed file costs more in headers than it saves. */
const SMALLEST_COMPRESSED_BYTES = 512;
const SERVER_ENTRY = "web/app/entry-server.tsx";

const builds = await Promise.all([
  vite(["build", "--outDir", "dist/client"]),
  vite(["build", "--ssr", SERVER_ENTRY, "--outDir", "dist/server"]),
  vite(["build", "--config", "web/worker/vite.config.ts"]),
]);
// After the pages' build, which empties the folder.
builds.push(await vite(["build", "--mode", "tv", "--outDir", "dist/client"]));
if (builds.every((code) => code === 0)) await compressFolder("dist/client");
else process.exitCode = 1;

function vite(args) {
  return new Promise((resolve, reject) => {
    const program = join("node_modules", "vite", "bin", "vite.js");
    const child = spawn(process.execPath, [program, ...args, "--logLevel", "warn"], {
      stdio: "inherit",
      env: { ...process.env, NODE_ENV: "production" },
    });
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

async function compressFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.map(compressFile));
}

async function compressFile(path) {
  const bytes = await readFile(path);
  if (bytes.length < SMALLEST_COMPRESSED_BYTES) return;
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await writeFile(`${path}.br`, brotli);
  await writeFile(`${path}.gz`, gzipped);
}
