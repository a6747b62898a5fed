import { type Ministry, categoryId } from "#shared/site/ministry.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { categoryBody, newCategoryBody } from "#shared/studio/kinds/category.ts";
import * as v from "valibot";
import { type ApplyResult, type DocumentFault, faultOf, parseBodies } from "./applied.ts";

/** Applies the studio's categories; skips and reports invalid ones. */
export function applyCategories(
  ministry: Ministry,
  documents: readonly StudioDocument[],
): ApplyResult {
  const { read, faults } = parseBodies(categoryBody, documents);
  const found: DocumentFault[] = [...faults];
  const playlists: Record<string, string> = { ...ministry.playlists };
  const categories: NonNullable<Ministry["categories"]> = { ...ministry.categories };
  for (const document of read) {
    const { id, body } = document;
    const isKnown = Object.hasOwn(ministry.playlists, id);
    if (!isKnown && !v.is(categoryId, id)) {
      found.push(faultOf(document, "its name cannot stand in an address"));
      continue;
    }
    if (!isKnown && !v.is(newCategoryBody, body)) {
      found.push(faultOf(document, "a category that is added needs a name and a list"));
      continue;
    }
    const { playlist, ...facts } = body;
    if (playlist !== undefined) playlists[id] = playlist;
    if (Object.keys(facts).length > 0) categories[id] = { ...categories[id], ...facts };
  }
  if (read.length === 0) return { ministry, faults: found };
  return { ministry: { ...ministry, playlists, categories }, faults: found };
}
