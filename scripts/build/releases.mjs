import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { basename, join } from "node:path";

/**
 * Folders of builds: `dist/releases/<name>` holds one build (client, server, worker), and `dist/current`
 * links to the one of the next start. A finished build is switched to by one rename, so that a running server
 * loses no file. Plain JavaScript without dependencies, like the set-up.
 */

/** Time for which open pages can still load files of a replaced build. */
const RELEASE_KEPT_MS = 7 * 24 * 60 * 60 * 1_000;
const DRAFT_KEPT_MS = 24 * 60 * 60 * 1_000;
const RELEASES = "releases";
const DRAFTS = "drafts";
const PARTS = ["client", "server", "worker"];
const CURRENT = "current";

/**
 * Creates an empty folder for a new build, apart from the finished ones.
 *
 * @param nowMs names the build; the process number tells two of one millisecond apart.
 * @returns path of the folder, to be handed to `publishRelease` or removed.
 */
export function draftRelease(dist, nowMs) {
  const time = new Date(nowMs).toISOString().replaceAll(/[:.]/g, "-");
  const draft = join(dist, DRAFTS, `${time}-${process.pid}`);
  mkdirSync(draft, { recursive: true });
  return draft;
}

/**
 * Makes a finished build the current one. Removes builds that were replaced, and unused by any server, for
 * more than a week (servers touch their build's folder every day), and drafts of killed builds.
 */
export function publishRelease(dist, draft, nowMs) {
  const name = basename(draft);
  const releases = join(dist, RELEASES);
  mkdirSync(releases, { recursive: true });
  markUsed(join(dist, CURRENT), nowMs);
  migrateOldLayout(dist, nowMs);
  renameSync(draft, join(releases, name));
  markUsed(join(releases, name), nowMs);
  link(join(RELEASES, name), join(dist, CURRENT));
  for (const part of PARTS) link(join(CURRENT, part), join(dist, part));
  removeOlder(releases, nowMs - RELEASE_KEPT_MS);
  removeOlder(join(dist, DRAFTS), nowMs - DRAFT_KEPT_MS);
}

/** Makes a replaced build the current one again, by its name. */
export function returnToRelease(dist, name) {
  link(join(RELEASES, name), join(dist, CURRENT));
}

function removeOlder(folder, oldestMs) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).mtimeMs < oldestMs) rmSync(path, { recursive: true, force: true });
  }
}

function markUsed(path, nowMs) {
  if (existsSync(path)) utimesSync(path, nowMs / 1_000, nowMs / 1_000);
}

/** Builds of older versions stood in dist itself; their files are served like those of a release. */
function migrateOldLayout(dist, nowMs) {
  const client = join(dist, "client");
  if (!existsSync(client) || lstatSync(client).isSymbolicLink()) return;
  const draft = draftRelease(dist, nowMs - 1);
  for (const part of PARTS) {
    if (existsSync(join(dist, part))) renameSync(join(dist, part), join(draft, part));
  }
  renameSync(draft, join(dist, RELEASES, basename(draft)));
}

/** Replaces a link atomically: creates it under another name and renames it over the old one. */
function link(target, path) {
  const draft = `${path}.${process.pid}`;
  rmSync(draft, { force: true });
  symlinkSync(target, draft, "junction");
  renameSync(draft, path);
}
