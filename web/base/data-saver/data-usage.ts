import * as v from "valibot";
import { MEGABYTE_BYTES } from "#shared/device/data-estimate.domain.ts";
import { monthOf, withUse } from "#shared/device/data-usage.domain.ts";
import type { EmbedCommand, EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { announceStorageChange, readStored, writeStored } from "#web/lib/storage/storage.ts";
import { storedEntry } from "#web/lib/storage/storage-keys.ts";

const bytesSchema = v.pipe(v.number(), v.minValue(0));

/** Bytes that players loaded on this device, by month. They never leave the device. */
export const DATA_USE = storedEntry("dataUse", v.record(v.string(), bytesSchema), {});

/** Limit in megabytes after which players stop; null for no limit. */
export const DATA_LIMIT = storedEntry("dataLimitMb", v.nullable(bytesSchema), null);

/** Bytes since the page was opened, or since the visitor continued beyond the limit. */
let visitBytes = 0;

/**
 * Counts the bytes that a player reports, and stops it at the visitor's limit. All players of a
 * page share one count. @param send posts to the player that sent the message.
 */
export function countData(message: EmbedMessage, send: (command: EmbedCommand) => void): void {
  if (message.t === "onward") visitBytes = 0;
  if (message.t === "moved") {
    visitBytes += message.bytes;
    writeStored(DATA_USE, withUse(readStored(DATA_USE), monthOf(new Date()), message.bytes));
    announceStorageChange();
  }
  if (message.t !== "moved" && message.t !== "ready") return;
  const limitMb = readStored(DATA_LIMIT);
  if (limitMb !== null && visitBytes >= limitMb * MEGABYTE_BYTES) {
    send({ v: 1, c: "stop", mb: limitMb });
  }
}
