import { spawn } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { draftRelease, publishRelease } from "./releases.mjs";

/**
 * Builds client (browser), server (rendering) and worker (offline) into a new folder (releases.mjs), then the
 * television page into client. Stores a compressed copy of every text asset, so that the server compresses
 * none. The finished build replaces the last one; a failed build changes nothing.
 *
 * Usage: node scripts/build/build.mjs [fingerprint of its inputs]
 */

const DIST = "dist";
/** The set-up compares its inputs with this file, which changes atomically with the build. */
const INPUTS_FILE = ".inputs";
const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest|txt|xml|vtt)$/;
/** Below this a compressed file costs more in headers than it saves. */
const SMALLEST_COMPRESSED_BYTES = 512;
const SERVER_ENTRY = "web/app/entry-server.tsx";

const release = draftRelease(DIST, Date.now());
const client = join(release, "client");
try {
  const builds = await Promise.all([
    vite(["build", "--outDir", client]),
    vite(["build", "--ssr", SERVER_ENTRY, "--outDir", join(release, "server")]),
    vite(["build", "--config", "web/worker/vite.config.ts", "--outDir", join(release, "worker")]),
  ]);
  // After the pages' build, which empties the folder.
  builds.push(await vite(["build", "--mode", "tv", "--outDir", client]));
  if (builds.some((code) => code !== 0)) throw new Error("The web app could not be built.");
  await compressFolder(client);
  await writeFile(join(release, INPUTS_FILE), process.argv[2] ?? "");
  publishRelease(DIST, release, Date.now());
} catch (error) {
  await rm(release, { recursive: true, force: true });
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

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
