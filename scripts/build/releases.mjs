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
 * The folders of builds: `dist/releases/<name>` holds one build (client, server, worker), and
 * `dist/current` leads to the one that the next start takes. A build is made beside the others and
 * switched to by one rename, so that a running server loses nothing. Plain JavaScript without
 * dependencies, as the set-up is.
 */

/** How long the files of a replaced build are still served to pages that are open. */
const RELEASE_KEPT_MS = 7 * 24 * 60 * 60 * 1_000;
const DRAFT_KEPT_MS = 24 * 60 * 60 * 1_000;
const RELEASES = "releases";
const DRAFTS = "drafts";
const PARTS = ["client", "server", "worker"];
const CURRENT = "current";

/**
 * Makes an empty folder for a build that is about to be made, apart from the finished ones.
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
 * Makes a finished build the current one. Removes those that nobody needs any more (replaced for longer
 * than a week and not used by a server since: servers set the date of their build's folder every day),
 * and the drafts of builds that were killed.
 */
export function publishRelease(dist, draft, nowMs) {
  const name = basename(draft);
  const releases = join(dist, RELEASES);
  mkdirSync(releases, { recursive: true });
  markUsed(join(dist, CURRENT), nowMs);
  keepOldLayout(dist, nowMs);
  renameSync(draft, join(releases, name));
  markUsed(join(releases, name), nowMs);
  link(join(RELEASES, name), join(dist, CURRENT));
  for (const part of PARTS) link(join(CURRENT, part), join(dist, part));
  removeOlder(releases, nowMs - RELEASE_KEPT_MS);
  removeOlder(join(dist, DRAFTS), nowMs - DRAFT_KEPT_MS);
}

/** Makes a build that was replaced the current one again, by its name. */
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

/** Builds of before stood in dist itself; their files are served on as those of a release. */
function keepOldLayout(dist, nowMs) {
  const client = join(dist, "client");
  if (!existsSync(client) || lstatSync(client).isSymbolicLink()) return;
  const draft = draftRelease(dist, nowMs - 1);
  for (const part of PARTS) {
    if (existsSync(join(dist, part))) renameSync(join(dist, part), join(draft, part));
  }
  renameSync(draft, join(dist, RELEASES, basename(draft)));
}

/** A link that is there at every moment: made under another name and renamed over the old one. */
function link(target, path) {
  const draft = `${path}.${process.pid}`;
  rmSync(draft, { force: true });
  symlinkSync(target, draft, "junction");
  renameSync(draft, path);
}
