import { accessSync, constants, existsSync, statSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { readSecretFile } from "@reign-tv/kit/files/secret-store.ts";
import { loadSharp, SHARP_HINT } from "@reign-tv/kit/load-sharp.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import { type DiskSpace, readDiskSpace } from "@reign-tv/kit/files/disk-space.ts";
import type { CheckResult } from "./check-result.ts";

/**
 * Returns true when this account may write a folder, or create it.
 *
 * @param folder absolute; not created.
 */
export function canBeWritten(folder: string): boolean {
  try {
    accessSync(nearest(folder), constants.W_OK | constants.X_OK);
    return statSync(nearest(folder)).isDirectory();
  } catch {
    return false;
  }
}

/** Device number of the disk of a folder, which need not exist. */
export function deviceOf(folder: string): number {
  return statSync(nearest(folder)).dev;
}

/** The folder, or its nearest existing ancestor. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}

const GB = 1_000_000_000;
const FLOOR_BYTES = 200_000_000;
/** The same share as in docs/monitoring/alerts.yml. */
const LOW_SHARE = 0.15;
/** Leeway of tokens. */
const CLOCK_LIMIT_S = 30;

/** Checks DATA_DIR and its disk. */
export async function checkDataDir(dataDir: string): Promise<CheckResult[]> {
  const topic = "data";
  if (!existsSync(dataDir) && canBeWritten(dataDir)) {
    const text = `DATA_DIR ${dataDir} does not exist yet; the first start creates it`;
    const hint =
      "If the server has run before, name its file of settings in SETTINGS_FILE, and run this command as the service account.";
    return [{ topic, status: "look", text, hint }];
  }
  if (!canBeWritten(dataDir)) {
    const text = `DATA_DIR ${dataDir} is not writable by this account`;
    const hint = `Run as the service account (sudo -u reign-tv ...), or give it the folder: chown -R reign-tv ${dataDir}`;
    return [{ topic, status: "problem", text, hint }];
  }
  const kept: CheckResult = { topic, status: "ok", text: `data is stored in ${dataDir}` };
  return [kept, ...checkSecrets(dataDir), await checkDisk(dataDir)];
}

/** Checks that images can be processed on this machine; otherwise originals are served. */
export async function checkImages(load: () => Promise<unknown> = loadSharp): Promise<CheckResult> {
  const topic = "pictures";
  try {
    await load();
    return { topic, status: "ok", text: "pictures can be made" };
  } catch {
    const text =
      "the image library sharp cannot be loaded: pictures are served as they are, and new ones are refused";
    return { topic, status: "problem", text, hint: SHARP_HINT };
  }
}

function checkSecrets(dataDir: string): CheckResult[] {
  const folder = join(dataDir, "secrets");
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name): CheckResult[] => {
    try {
      readSecretFile(dataDir, name);
      return [];
    } catch (error) {
      const text = messageOf(error);
      const hint = 'See "Keys" in docs/operating.md for what each key is used for.';
      return [{ topic: "secrets", status: "problem", text, hint }];
    }
  });
}

async function checkDisk(dataDir: string): Promise<CheckResult> {
  return diskResult(await readDiskSpace(dataDir));
}

/** Check of a disk's free space. */
export function diskResult({ freeBytes, sizeBytes }: DiskSpace): CheckResult {
  const share = freeBytes / sizeBytes;
  const text = `${(freeBytes / GB).toFixed(1)} GB of ${(sizeBytes / GB).toFixed(1)} GB are free (${Math.floor(share * 100)} %)`;
  const topic = "disk";
  if (freeBytes >= FLOOR_BYTES && share >= LOW_SHARE) return { topic, status: "ok", text };
  const hint =
    "Free up space outside DATA_DIR, or enlarge the disk. Never delete files inside DATA_DIR by hand.";
  return { topic, status: freeBytes < FLOOR_BYTES ? "problem" : "look", text, hint };
}

/** Comparison with another machine's clock. */
export type ClockComparison = { readonly who: string; readonly aheadMs: number };

/**
 * Check of this machine's clock.
 *
 * @param other lead over another clock, in milliseconds; null: unknown.
 */
export function clockResult(other: ClockComparison | null): CheckResult {
  const topic = "clock";
  if (other === null) {
    const text = "no time source could be reached";
    const hint =
      "Compare this machine's clock with a phone; timedatectl shows whether time synchronisation is on.";
    return { topic, status: "look", text, hint };
  }
  const { who, aheadMs } = other;
  const aheadS = Math.round(aheadMs / 1_000);
  if (Math.abs(aheadS) <= CLOCK_LIMIT_S) {
    return { topic, status: "ok", text: `agrees with ${who} (within ${Math.abs(aheadS)} s)` };
  }
  const text = `is ${Math.abs(aheadS)} s ${aheadS > 0 ? "ahead of" : "behind"} ${who}: sign-ins, signed URLs and reminders will fail`;
  const hint = "Turn on time synchronisation: timedatectl set-ntp true.";
  return { topic, status: "problem", text, hint };
}
