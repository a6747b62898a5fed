import type { Logger } from "#server/kit/log.ts";
import { typesetMinistry } from "#server/settings/ministry.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { ApplyResult, KnownMedia } from "#shared/studio/apply/applied.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { effectiveMinistry } from "#shared/studio/effective-ministry.ts";
import { liveView } from "./live-view.ts";
import type { PreviewedDocument } from "./read-documents.ts";

/** The ministry that holds now. */
export type EffectiveMinistry = {
  /** Its fields are always the current ones: rooms read it when they answer. */
  readonly ministry: Ministry;
  /** Another object after each change. */
  readonly current: () => Ministry;
  /** Puts what is published over the file. @returns whether anything of the ministry is another now. */
  put(documents: readonly StudioDocument[]): boolean;
  /** The ministry as it would be with one document in another state. */
  with(document: PreviewedDocument): Ministry;
};

/** Begins with what `ministry.json` says. A document that cannot be read is left out, and told in one line. */
export function openMinistry(
  file: Ministry,
  media: KnownMedia,
  log: Pick<Logger, "warn">,
): EffectiveMinistry {
  let current = file;
  let told = "";
  let published: readonly StudioDocument[] = [];

  function over(documents: readonly StudioDocument[]): ApplyResult {
    const { ministry, faults } = effectiveMinistry(file, documents, media);
    return { ministry: typesetMinistry(ministry), faults };
  }

  return {
    ministry: liveView(() => current),
    current: () => current,
    put(documents) {
      published = documents;
      const { ministry: next, faults } = over(documents);
      const lines = JSON.stringify(faults);
      if (lines !== told)
        for (const fault of faults) log.warn({ event: "document_left_out", ...fault });
      told = lines;
      if (JSON.stringify(next) === JSON.stringify(current)) return false;
      current = next;
      return true;
    },
    with({ kind, id, body }) {
      const isOther = (one: StudioDocument) => one.kind !== kind || one.id !== id;
      const tried = { kind, id, body, version: 0, updatedAt: null, updatedBy: null };
      return over([...published.filter(isOther), tried]).ministry;
    },
  };
}
