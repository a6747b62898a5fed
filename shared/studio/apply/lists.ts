import type { Ministry } from "#shared/site/ministry.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { listBody } from "#shared/studio/kinds/list.ts";
import { type ApplyResult, parseBodies } from "./applied.ts";

/** The ministry with the lists that it put together itself. */
export function applyLists(ministry: Ministry, documents: readonly StudioDocument[]): ApplyResult {
  const { read, faults } = parseBodies(listBody, documents);
  if (read.length === 0) return { ministry, faults };
  const lists = read.map(({ id, body: { videos = [] } }) => [id, videos] as const);
  return {
    ministry: { ...ministry, lists: { ...ministry.lists, ...Object.fromEntries(lists) } },
    faults,
  };
}
