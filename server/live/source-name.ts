import { createHash } from "node:crypto";
import type { ChannelSource } from "#shared/site/ministry.ts";

const NAME_LENGTH = 4;

/**
 * What pages know a source by, to notice that it is another one; null: off the air. An address may hold a
 * key, so that the name comes from it one way only.
 */
export function sourceFingerprint(source: ChannelSource | null): string {
  const text = JSON.stringify(source);
  return createHash("sha256").update(text).digest("base64url").slice(0, NAME_LENGTH);
}
