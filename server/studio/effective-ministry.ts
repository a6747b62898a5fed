import type { Logger } from "@reign-tv/kit/log.ts";
import { typesetMinistry } from "#server/settings/ministry.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { ApplyResult, KnownMedia } from "#shared/studio/apply/applied.ts";
import { effectiveMinistry } from "#shared/studio/apply/apply-documents.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import type { PreviewedDocument } from "./read-documents.ts";

/** The ministry with the published documents applied. */
export type EffectiveMinistry = {
  /** Another object after each change. */
  readonly current: () => Ministry;
  /** Applies published documents. @returns true if the ministry has changed. */
  put(documents: readonly StudioDocument[]): boolean;
  /** The ministry with one document replaced by a preview. */
  with(document: PreviewedDocument): Ministry;
};

/** Starts with `ministry.json`. Invalid documents are skipped and logged once. */
export function openEffectiveMinistry(
  file: Ministry,
  media: KnownMedia,
  log: Pick<Logger, "warn">,
): EffectiveMinistry {
  let current = file;
  let lastReport = "";
  let published: readonly StudioDocument[] = [];

  function apply(documents: readonly StudioDocument[]): ApplyResult {
    const { ministry, faults } = effectiveMinistry(file, documents, media);
    return { ministry: typesetMinistry(ministry), faults };
  }

  return {
    current: () => current,
    put(documents) {
      published = documents;
      const { ministry: next, faults } = apply(documents);
      const report = JSON.stringify(faults);
      if (report !== lastReport)
        for (const fault of faults) log.warn({ event: "document_left_out", ...fault });
      lastReport = report;
      if (JSON.stringify(next) === JSON.stringify(current)) return false;
      current = next;
      return true;
    },
    with({ kind, id, body }) {
      const isOther = (one: StudioDocument) => one.kind !== kind || one.id !== id;
      const previewed = { kind, id, body, version: 0, updatedAt: null, updatedBy: null };
      return apply([...published.filter(isOther), previewed]).ministry;
    },
  };
}
