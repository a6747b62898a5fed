import type { Ministry } from "#shared/site/ministry.ts";
import {
  applyAnnouncements,
  applyLists,
  applyMinistry,
  applySchedule,
  applyVideos,
  applyChannels,
} from "./apply/apply-documents.ts";
import { applyCategories } from "./apply/categories.ts";
import type { ApplyResult, Applier, KnownMedia } from "./apply/applied.ts";
import type { DocumentKind, StudioDocument } from "./documents.ts";

/** In order: later appliers use the result of earlier ones. */
const APPLIERS: readonly (readonly [DocumentKind, Applier])[] = [
  ["ministry", applyMinistry],
  ["channel", applyChannels],
  ["schedule", applySchedule],
  ["announcement", applyAnnouncements],
  ["category", applyCategories],
  ["list", applyLists],
  ["video", applyVideos],
];

/**
 * Returns `ministry.json` with the published documents applied. Invalid documents are skipped and
 * reported.
 */
export function effectiveMinistry(
  file: Ministry,
  documents: readonly StudioDocument[],
  media: KnownMedia,
): ApplyResult {
  return APPLIERS.reduce<ApplyResult>(
    ({ ministry, faults }, [kind, apply]) => {
      const applied = apply(
        ministry,
        documents.filter((document) => document.kind === kind),
        media,
      );
      return { ministry: applied.ministry, faults: [...faults, ...applied.faults] };
    },
    { ministry: file, faults: [] },
  );
}
