import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import type { BibleReference } from "#shared/bible/bible-reference.ts";
import { type BibleVersionFacts, isIn, numberingOfLanguage } from "#shared/bible/bible-versions.ts";
import { type NumberingId, renumberReference } from "#shared/bible/numbering/numbering.ts";
import {
  referenceText,
  findReferences,
  type FoundReference,
} from "#shared/devotional/scripture.domain.ts";
import { nearestLanguage, type Language } from "#shared/languages.ts";
import { AppError } from "#shared/errors.ts";
import type { Api } from "#web/lib/http/http.ts";
import { useId, useState } from "react";
import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import { StatusLabel, type StatusTone } from "#web/features/studio/kit/studio-page.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { languageInSentence } from "./language-name.ts";
import { firstVersion, useVersions } from "#web/base/reading/bible-versions.data.ts";

const passageSchema = v.object({
  verses: v.array(v.object({ text: v.string() })),
  text: v.string(),
  copyright: v.optional(v.string(), ""),
  caps: v.optional(v.object({ copyVerses: v.number() })),
});

/** Text of a reference. */
export type Passage = {
  text: string;
  /** Copyright notice. */
  copyright: string;
  /** True when the version's licence allows to copy this many verses. */
  canBeQuoted: boolean;
};

/** Passage and the verse numbering in which it was written. */
export type WrittenPassage = { reference: BibleReference; numbering: NumberingId };

/** Query of a passage in a version; null when the verse does not exist. */
function passageQuery(
  api: Api,
  version: BibleVersionFacts,
  { reference, numbering }: WrittenPassage,
): UseQueryOptions<Passage | null> {
  const there = renumberReference(reference, { from: numbering, to: version.numbering });
  const name = referenceText(there, nearestLanguage(version.language));
  return {
    queryKey: ["passage", version.id, name],
    staleTime: Infinity,
    retry: false,
    async queryFn({ signal }) {
      try {
        const path = `/api/bible/${encodeURIComponent(name)}?translation=${version.id}`;
        const passage = v.parse(passageSchema, await api.getJson(path, signal));
        return {
          text: passage.text,
          copyright: passage.copyright,
          canBeQuoted: (passage.caps?.copyVerses ?? 0) >= passage.verses.length,
        };
      } catch (error) {
        if (error instanceof AppError && error.status === 404) return null;
        throw error;
      }
    },
  };
}

type ReferencesCardProps = {
  /** Verse and content. */
  text: string;
  /** Language of the devotional. */
  language: Language;
  /** Called with the quotation to add to the content. */
  onQuote: (paragraph: string) => void;
};

/** References of a devotional, each checked against the Bible and ready to be quoted. */
export function ReferencesCard({ text, language, onQuote }: ReferencesCardProps) {
  const { references } = useTexts(devotionalsMessages);
  const { language: pageLanguage } = useSite();
  const titleId = useId();
  const [selected, setSelected] = useState<string | null>(null);
  const { all } = useVersions();
  const ready = all.filter(({ state }) => state === "ready");
  const version = ready.find(({ id }) => id === selected) ?? firstVersion(all, language);
  const found = onceEach(findReferences(text));
  return (
    <section aria-labelledby={titleId} className="rounded-card border border-line p-4">
      <h3 id={titleId} className="font-semibold">
        {references.title}
      </h3>
      {found.length === 0 && <p className="mt-1 text-sm text-ink-soft">{references.none}</p>}
      {found.length > 0 && !isIn(version, language) && (
        <p className="mt-1 text-sm text-ink-soft">
          {references.otherLanguage(languageInSentence(version.language, pageLanguage))}
        </p>
      )}
      {found.length > 0 && ready.length > 1 && (
        <label className="mt-2 flex flex-wrap items-center gap-2 text-sm font-medium">
          {references.version}
          <select
            value={version.id}
            onChange={(event) => setSelected(event.currentTarget.value)}
            className="min-h-11 rounded-xl border border-ink-soft/60 bg-surface px-3"
          >
            {ready.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <ul className="mt-2 stack-3">
        {found.map(({ name, reference }) => (
          <li key={name}>
            {reference === null ? (
              <StatusLabel tone="bad" text={references.noChapter(name)} />
            ) : (
              <Checked
                name={name}
                reference={reference}
                version={version}
                language={language}
                onQuote={onQuote}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function onceEach(found: readonly FoundReference[]): FoundReference[] {
  return [...new Map(found.map((one) => [one.name, one])).values()];
}

type CheckedProps = {
  name: string;
  reference: BibleReference;
  version: BibleVersionFacts;
  language: Language;
  onQuote: (paragraph: string) => void;
};

function Checked({ name, reference, version, language, onQuote }: CheckedProps) {
  const { references } = useTexts(devotionalsMessages);
  const { api } = useSite();
  const [isShown, setIsShown] = useState(false);
  const { data, isError } = useQuery(
    passageQuery(api, version, { reference, numbering: numberingOfLanguage(language) }),
  );
  const verdict = verdictOf(data, isError);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <StatusLabel
          tone={verdict.tone}
          text={references[verdict.textKey](name, version.abbreviation)}
        />
        {data && !isShown && (
          <button
            type="button"
            onClick={() => setIsShown(true)}
            aria-label={references.showOf(name)}
            className={buttonStyle("outline")}
          >
            {references.show}
          </button>
        )}
      </div>
      {data && isShown && (
        <div className="mt-2 border-l-4 border-line pl-3 text-sm">
          <p lang={version.language}>{data.text}</p>
          <p lang={version.language} className="mt-1 text-ink-soft">
            {data.copyright}
          </p>
          {isIn(version, language) && data.canBeQuoted && (
            <button
              type="button"
              onClick={() => onQuote(quotation(data, name, version))}
              className={buttonStyle("outline", "mt-2")}
            >
              {references.insert}
            </button>
          )}
        </div>
      )}
    </>
  );
}

type Verdict = { tone: StatusTone; textKey: "checking" | "found" | "missing" | "failed" };

function verdictOf(data: Passage | null | undefined, isError: boolean): Verdict {
  if (isError) return { tone: "warn", textKey: "failed" };
  if (data === undefined) return { tone: "off", textKey: "checking" };
  return data === null ? { tone: "bad", textKey: "missing" } : { tone: "good", textKey: "found" };
}

/** Quotation that names its version; the reader page adds the copyright notice. */
function quotation({ text }: Passage, place: string, { abbreviation }: BibleVersionFacts): string {
  return `> ${text}\n> — ${place} (${abbreviation})`;
}
