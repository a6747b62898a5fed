import * as v from "valibot";
import { firstVersion } from "#shared/bible/bible-versions.ts";
import { type VersionsAnswer, versionsAnswerSchema } from "#shared/contracts/bible-responses.ts";
import type { Language } from "#shared/languages.ts";
import type { Transport } from "#shared/transport.ts";

/** A version as the Bible service lists it. */
export type ListedVersion = VersionsAnswer["versions"][number];

/** @param transport reaches this server's own Bible service. @throws Error when that does not answer. */
export async function listVersions(transport: Transport): Promise<readonly ListedVersion[]> {
  const response = await transport("/api/bible/v1/versions");
  return v.parse(versionsAnswerSchema, await response.json()).versions;
}

/**
 * A free text of a language, else the King James Version.
 *
 * @throws Error when not even that is here.
 */
export function openVersion(all: readonly ListedVersion[], language: Language): ListedVersion {
  const found = firstVersion(all, language);
  if (!found) throw new Error("There is no free text");
  return found;
}
