import * as v from "valibot";
import { firstVersion } from "#shared/bible/bible-versions.ts";
import { type VersionsAnswer, versionsAnswerSchema } from "#shared/contracts/bible-responses.ts";
import type { Language } from "#shared/languages.ts";
import type { Transport } from "#shared/transport.ts";

/** A version in the list of the Bible service. */
export type ListedVersion = VersionsAnswer["versions"][number];

/** @param transport calls this server's Bible service. @throws Error if it does not respond. */
export async function listVersions(transport: Transport): Promise<readonly ListedVersion[]> {
  const response = await transport("/api/bible/v1/versions");
  return v.parse(versionsAnswerSchema, await response.json()).versions;
}

/**
 * Returns a free text of the language, else the King James Version.
 *
 * @throws Error if neither is in the list.
 */
export function openVersion(all: readonly ListedVersion[], language: Language): ListedVersion {
  const found = firstVersion(all, language);
  if (!found) throw new Error("There is no free text");
  return found;
}
