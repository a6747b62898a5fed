import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const COPIED = ["server", "shared", "supabase", "package.json", "ministry.json"];
const LINKED = ["node_modules", "dist", "media", "web"];
const MIGRATIONS = "supabase/migrations";

/** A release without the newest migration. */
export type EarlierRelease = {
  readonly root: string;
  /** Version of the missing migration. */
  readonly lacks: string;
  remove(): void;
};

/** Copies this release into a folder without its newest migration. */
export function makeEarlierRelease(): EarlierRelease {
  const root = mkdtempSync(join(tmpdir(), "reign-earlier-"));
  for (const name of COPIED) cpSync(name, join(root, name), { recursive: true });
  for (const name of LINKED) symlinkSync(resolve(name), join(root, name));
  const newest = readdirSync(MIGRATIONS).toSorted().at(-1) ?? "";
  rmSync(join(root, MIGRATIONS, newest));
  return {
    root,
    lacks: newest.slice(0, newest.indexOf("_")),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
