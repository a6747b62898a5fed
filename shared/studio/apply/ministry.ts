import type { Ministry } from "#shared/site/ministry.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import {
  LINK_FIELDS,
  type MinistryBody,
  ministryBody,
  SOCIAL_FIELDS,
} from "#shared/studio/kinds/ministry.ts";
import { type ApplyResult, parseBodies } from "./applied.ts";

/** Puts what the studio says of the ministry itself over the file. */
export function applyMinistry(
  ministry: Ministry,
  documents: readonly StudioDocument[],
): ApplyResult {
  const { read, faults } = parseBodies(ministryBody, documents);
  return { ministry: read.reduce((over, { body }) => withBody(over, body), ministry), faults };
}

function withBody(ministry: Ministry, body: MinistryBody): Ministry {
  const { name, tagline, mission, email } = body;
  return {
    ...ministry,
    name: name ?? ministry.name,
    tagline: tagline ?? ministry.tagline,
    mission: mission ?? ministry.mission,
    email: email ?? ministry.email,
    ...overridden(ministry, body, ["phone", "address"]),
    social: overridden(ministry.social, body, SOCIAL_FIELDS),
    links: overridden(ministry.links, body, LINK_FIELDS),
  };
}

/** The named fields: the body's, or the file's where it says nothing; an empty one is absent. */
function overridden<Field extends keyof MinistryBody>(
  file: Readonly<Partial<Record<Field, string | undefined>>>,
  body: Readonly<Partial<Record<Field, string | undefined>>>,
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  const found: Partial<Record<Field, string>> = {};
  for (const field of fields) found[field] = (body[field] ?? file[field]) || undefined;
  return found;
}
