import { readFileSync, writeFileSync } from "node:fs";
import * as v from "valibot";

/**
 * Completes package-lock.json. npm leaves out an optional package of another platform when the registry lacks
 * that version, and then rejects its own lockfile in `npm ci` ("Missing: ... from lock file"). The added
 * entries name version and platform; other platforms never fetch them.
 *
 * Run after every change of dependencies: node scripts/setup/lockfile.ts
 */

const entrySchema = v.looseObject({
  version: v.optional(v.string()),
  dev: v.optional(v.boolean()),
  optionalDependencies: v.optional(v.record(v.string(), v.string())),
});
const lockSchema = v.looseObject({ packages: v.record(v.string(), entrySchema) });

export type Lockfile = v.InferOutput<typeof lockSchema>;

const PLATFORM_NAME =
  /(?:^|[/-])(android|darwin|freebsd|linux|openharmony|win32|wasm32)-(arm64|arm|ia32|ppc64|riscv64|s390x|x64|wasi)(?:-(\w+))?$/;

export function parseLockfile(text: string): Lockfile {
  return v.parse(lockSchema, JSON.parse(text));
}

/** Optional packages that the lockfile asks for and does not list, with the version asked for. */
export function missingOptionalPackages(
  lock: Lockfile,
): { name: string; version: string; isDev: boolean }[] {
  return Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !isListed(lock, path, name))
      .map(([name, version]) => ({ name, version, isDev: entry.dev === true })),
  );
}

function isListed(lock: Lockfile, path: string, name: string): boolean {
  return [`node_modules/${name}`, `${path}/node_modules/${name}`].some(
    (key) => key in lock.packages,
  );
}

/**
 * The lockfile with an entry for every missing optional package.
 *
 * @throws Error when a package's name does not tell its platform.
 */
export function completeLockfile(lock: Lockfile): Lockfile {
  const added = missingOptionalPackages(lock).map(
    ({ name, version, isDev }) =>
      [
        `node_modules/${name}`,
        { version, ...platformOf(name), ...(isDev && { dev: true }), optional: true },
      ] as const,
  );
  const packages = [...Object.entries(lock.packages), ...added].toSorted(([a], [b]) =>
    a.localeCompare(b, "en"),
  );
  return { ...lock, packages: Object.fromEntries(packages) };
}

function platformOf(name: string): { cpu: string[]; os?: string[]; libc?: string[] } {
  const [, os, cpu, abi] = PLATFORM_NAME.exec(name) ?? [];
  if (!os || !cpu) throw new Error(`The name of ${name} does not tell its platform`);
  if (os === "wasm32") return { cpu: [os] };
  const libc = abi?.startsWith("musl") ? "musl" : "glibc";
  return { os: [os], cpu: [cpu], ...(os === "linux" && abi && { libc: [libc] }) };
}

if (import.meta.main) {
  const path = "package-lock.json";
  const lock = completeLockfile(parseLockfile(readFileSync(path, "utf8")));
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
}
