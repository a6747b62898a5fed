import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import type { Git } from "./git.ts";
import type { NextRelease } from "./next-release.ts";

const run = promisify(execFile);
const OUTPUT_LIMIT_BYTES = 64 * 1024 * 1024;
const MODULES = "node_modules";
/** Packages of the repository itself, which npm links by their paths. */
const OWN_SCOPE = "@reign-tv";

/** Folders of builds in `dist`; `dist/current` links to the one of the next start. */
export type BuildFolders = {
  /** Makes a finished build the current one. */
  publish(dist: string, build: string, nowMs: number): void;
  /** Makes a replaced build the current one again, by its name. */
  restore(dist: string, name: string): void;
};

export type ReleaseFolderDeps = {
  /** Folder of the release in use. */
  readonly root: string;
  readonly git: Git;
  readonly builds: BuildFolders;
};

/** A release that is installed and built, but not in use yet. */
export type ReadyRelease = {
  /** Switches code, dependencies and build. The running server keeps the old ones. */
  switchOver(): Promise<SwitchedRelease>;
};

export type SwitchedRelease = {
  /** Restores the previous state. */
  switchBack(): Promise<void>;
};

/**
 * Checks a release out next to this one (`dist/next`), installs its dependencies when they differ, and builds
 * it there.
 *
 * @throws Error in one sentence when it cannot be built; nothing has changed then.
 */
export async function buildRelease(
  { from, to, changesDependencies }: NextRelease,
  { root, git, builds }: ReleaseFolderDeps,
): Promise<ReadyRelease> {
  const folder = join(root, "dist", "next");
  await discard(folder, git);
  mkdirSync(join(root, "dist"), { recursive: true });
  // Twice: git locks a worktree while it checks out, and one that was killed then stays locked.
  await git("worktree", "add", "--quiet", "--force", "--force", "--detach", folder, to.commit);
  try {
    if (!changesDependencies) linkModules(root, folder);
    await run(process.execPath, [join("scripts", "setup.mjs"), "build"], {
      cwd: folder,
      maxBuffer: OUTPUT_LIMIT_BYTES,
    });
  } catch (cause) {
    await discard(folder, git);
    const message = cause instanceof Error && "stderr" in cause ? String(cause.stderr) : "";
    const reason = message.trim() || String(cause);
    throw new Error(`The new release could not be built, and nothing has changed: ${reason}`, {
      cause,
    });
  }
  return {
    switchOver: async () => {
      const dist = join(root, "dist");
      const before = existsSync(join(dist, "current")) ? realpathSync(join(dist, "current")) : null;
      const undo = (): void => {
        if (changesDependencies) exchangeModules(root, join(previousFolder(root), MODULES));
        if (before !== null) builds.restore(dist, basename(before));
      };
      const build = realpathSync(join(folder, "dist", "current"));
      if (changesDependencies) exchangeModules(root, join(folder, MODULES));
      try {
        builds.publish(dist, build, Date.now());
        // Last, so that an upgrade that is killed before it can be repeated. It fails without a change
        // when a file was changed here in the meantime.
        await git("reset", "--quiet", "--keep", to.commit);
      } catch (error) {
        undo();
        throw error;
      }
      await discard(folder, git);
      return {
        async switchBack() {
          await git("reset", "--quiet", "--keep", from.commit);
          undo();
        },
      };
    },
  };
}

/** Links the dependencies, but the packages of the repository to those of the new release. */
function linkModules(root: string, folder: string): void {
  const [from, to, packages] = [
    join(root, MODULES),
    join(folder, MODULES),
    join(folder, "packages"),
  ];
  mkdirSync(join(to, OWN_SCOPE), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== OWN_SCOPE) link(join(from, name), join(to, name));
  }
  if (!existsSync(packages)) return;
  for (const name of readdirSync(packages)) link(join(packages, name), join(to, OWN_SCOPE, name));
}

function link(target: string, path: string): void {
  symlinkSync(target, path, statSync(target).isDirectory() ? "junction" : "file");
}

/** Folder of the previous release's dependencies, until the next upgrade. */
function previousFolder(root: string): string {
  return join(root, "dist", "previous");
}

/** Two renames; the previous folder is kept. */
function exchangeModules(root: string, replacement: string): void {
  const inUse = join(root, MODULES);
  const kept = join(previousFolder(root), MODULES);
  const leaving = join(root, "dist", "leaving");
  rmSync(leaving, { recursive: true, force: true });
  renameSync(inUse, leaving);
  renameSync(replacement, inUse);
  mkdirSync(previousFolder(root), { recursive: true });
  rmSync(kept, { recursive: true, force: true });
  renameSync(leaving, kept);
}

async function discard(folder: string, git: Git): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  await git("worktree", "prune");
}
