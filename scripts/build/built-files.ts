import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import * as v from "valibot";

/** Transfer size of the built web app: brotli, as the server sends it. */

const CLIENT_DIR = "dist/client";

const manifestSchema = v.record(
  v.string(),
  v.object({
    file: v.string(),
    imports: v.optional(v.array(v.string()), []),
    css: v.optional(v.array(v.string()), []),
  }),
);

/** Vite's manifest: source file or chunk name to built file and its static imports. */
export type BuildManifest = v.InferOutput<typeof manifestSchema>;

export function readManifest(folder: string = CLIENT_DIR): BuildManifest {
  const text = readFileSync(join(folder, ".vite/manifest.json"), "utf8");
  return v.parse(manifestSchema, JSON.parse(text));
}

/**
 * Built files that an entry loads before it runs: itself and its static imports.
 *
 * @throws Error when the manifest has no such entry.
 */
export function firstFiles(manifest: BuildManifest, source: string): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const waiting = [source];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build holds no ${key}`);
    files.add(chunk.file);
    waiting.push(...chunk.imports);
  }
  return [...files];
}

/** A sentence of the backend client, in one file of the build. */
const CLIENT_SENTENCE = "supabaseUrl is required";
/** Pages of visitors; the studio needs the client at once. */
const VISITOR_PAGE = /^web\/app\/(?:entry-\w+\.ts|routes\/(?!studio-)[\w-]+-route\.tsx)$/;

/**
 * Lists the pages that load the backend client before they run, although most visitors never need it.
 *
 * @param textOf returns the text of a built file
 * @throws Error when no file holds the client, so that the check would find nothing.
 */
export function pagesWithClient(
  manifest: BuildManifest,
  textOf: (file: string) => string = (file) => readFileSync(join(CLIENT_DIR, file), "utf8"),
): string[] {
  const scripts = new Set(Object.values(manifest).map(({ file }) => file));
  const holders = [...scripts].filter(
    (file) => file.endsWith(".js") && textOf(file).includes(CLIENT_SENTENCE),
  );
  if (holders.length === 0) throw new Error("The build holds no backend client");
  return Object.keys(manifest).filter(
    (source) =>
      VISITOR_PAGE.test(source) &&
      firstFiles(manifest, source).some((file) => holders.includes(file)),
  );
}

/** Compressed size of built files in bytes. */
export function brotliBytes(files: readonly string[]): number {
  return files.reduce((sum, file) => {
    const path = join(CLIENT_DIR, file);
    const compressed = `${path}.br`;
    const body = existsSync(compressed)
      ? readFileSync(compressed)
      : brotliCompressSync(readFileSync(path));
    return sum + body.length;
  }, 0);
}

/** Names of secrets and of variables of the server. */
const SERVER_ONLY_NAMES = [
  "DATABASE_URL",
  "S3_SECRET_ACCESS_KEY",
  "YOUTUBE_API_KEY",
  "SMTP_URL",
  "SUPABASE_SERVICE_ROLE_KEY",
  "SUPABASE_SECRET_KEY",
  "supabase_auth_admin",
  "supabase_storage_admin",
];
/** A secret key itself; the client library mentions the bare prefix. */
const SECRET_KEY = /sb_secret_[A-Za-z0-9_-]{8,}/;

/** Lists built files that hold a secret word or key, one line each. */
export function leakedSecrets(): string[] {
  const paths = readdirSync(CLIENT_DIR, { recursive: true, encoding: "utf8" });
  return paths
    .filter((path) => /\.(?:js|css|html|json|map)$/.test(path))
    .flatMap((path) => findSecrets(path, readFileSync(join(CLIENT_DIR, path), "utf8")));
}

/** Lines for one file's text. */
export function findSecrets(path: string, text: string): string[] {
  const names = SERVER_ONLY_NAMES.filter((word) => text.includes(word));
  const key = SECRET_KEY.exec(text)?.[0].slice(0, 14);
  return [...names, ...(key ? [`${key}...`] : [])].map((word) => `${path} contains ${word}`);
}
