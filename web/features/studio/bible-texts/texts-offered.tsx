import { LANGUAGE_FACTS, LANGUAGES } from "#shared/languages.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { foldText } from "#shared/search/fold-text.ts";
import type { OfferedTexts, StudioTexts } from "#shared/studio/bible-texts.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bibleTextsMessages } from "#shared/messages/studio/bible-texts.ts";
import { SelectField } from "#web/features/studio/kit/fields/form-fields.tsx";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StudioCard, StudioLoading } from "#web/features/studio/kit/studio-page.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { offeredTextsQuery } from "./bible-texts.data.ts";

type TextFormats = {
  number: (value: number) => string;
  megabytes: (bytes: number) => string;
  /** Returns the name of a BCP 47 tag, or the tag when it is unknown. */
  languageName: (tag: string) => string;
};

/** Formats numbers, sizes and language names in the page's language. */
export function useTextFormats(): TextFormats {
  const { language } = useSite();
  const { locale } = LANGUAGE_FACTS[language];
  const names = new Intl.DisplayNames(locale, { type: "language", fallback: "code" });
  return {
    number: (value) => value.toLocaleString(locale),
    megabytes: (bytes) => (bytes / 1_000_000).toLocaleString(locale, { maximumFractionDigits: 1 }),
    languageName(tag) {
      try {
        return names.of(tag) ?? tag;
      } catch {
        return tag;
      }
    },
  };
}

/** Text that can be added. */
export type OfferedText = OfferedTexts["texts"][number];

/** Languages of the pages, then those of the ministry's followers. */
const FIRST_LANGUAGES: readonly string[] = [...LANGUAGES, "sn", "nd", "ln", "pt", "sw"];

/** Returns the languages of the texts: the followers' first, then by tag. */
export function offeredLanguages(texts: readonly OfferedText[]): string[] {
  return [...new Set(texts.map(({ language }) => language))].toSorted(byLanguage);
}

/**
 * Returns the texts of a language whose names contain the search, in the order of their languages.
 * @param language "" for all.
 * @param taken ids that are installed or being downloaded.
 */
export function findOffered(
  texts: readonly OfferedText[],
  { language, name, knownIds }: { language: string; name: string; knownIds: readonly string[] },
): OfferedText[] {
  const sought = foldText(name.trim());
  return texts
    .filter((text) => language === "" || text.language === language)
    .filter((text) => foldText(`${text.name} ${text.englishName}`).includes(sought))
    .filter(({ serviceId }) => !knownIds.includes(serviceId))
    .toSorted((a, b) => byLanguage(a.language, b.language) || (a.name < b.name ? -1 : 1));
}

function byLanguage(a: string, b: string): number {
  const rank = (language: string): number => {
    const found = FIRST_LANGUAGES.indexOf(language);
    return found === -1 ? FIRST_LANGUAGES.length : found;
  };
  return rank(a) - rank(b) || (a < b ? -1 : Number(a > b));
}

/** The service offers more than a thousand texts. */
const MAX_VISIBLE = 25;

type TextsOfferedProps = { known: StudioTexts; onAdd: (serviceId: string) => Promise<void> };

/** Texts of the service whose licence allows this site to show them. */
export function TextsOffered({ known, onAdd }: TextsOfferedProps) {
  const { offered } = useTexts(bibleTextsMessages);
  const query = useQuery(offeredTextsQuery(useSite().api, useClient()));
  return (
    <StudioCard title={offered.title}>
      <p className="mb-4 max-w-prose text-ink-soft">{offered.intro}</p>
      {query.data ? (
        <OfferedList texts={query.data.texts} known={known} onAdd={onAdd} />
      ) : query.isError ? (
        <OfferFailed onRetry={() => void query.refetch()} />
      ) : (
        <StudioLoading />
      )}
    </StudioCard>
  );
}

function OfferFailed({ onRetry }: { onRetry: () => void }) {
  const { offered, coming } = useTexts(bibleTextsMessages);
  return (
    <div role="alert" className="rounded-card bg-danger-soft p-4 text-danger">
      <p>{offered.failed}</p>
      <button type="button" onClick={onRetry} className={buttonStyle("danger", "mt-3")}>
        {coming.againLabel}
      </button>
    </div>
  );
}

type OfferedListProps = TextsOfferedProps & { texts: readonly OfferedText[] };

function OfferedList({ texts, known, onAdd }: OfferedListProps) {
  const { offered } = useTexts(bibleTextsMessages);
  const formats = useTextFormats();
  const [language, setLanguage] = useState("");
  const [name, setName] = useState("");
  const knownIds = known.coming.map(({ serviceId }) => serviceId);
  const names = new Set(known.here.map((text) => text.name));
  const found = findOffered(texts, { language, name, knownIds }).filter(
    (text) => !names.has(text.name),
  );
  const rest = found.length - MAX_VISIBLE;
  return (
    <div className="stack-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={offered.language}
          value={language}
          options={[
            { value: "", label: offered.allLanguages },
            ...offeredLanguages(texts).map((tag) => ({
              value: tag,
              label: formats.languageName(tag),
            })),
          ]}
          onChoose={setLanguage}
        />
        <TextField
          label={offered.search}
          name="text-name"
          type="search"
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
      {found.length === 0 && (
        <p role="status" className="text-ink-soft">
          {offered.none}
        </p>
      )}
      <ul className="divide-y divide-line">
        {found.slice(0, MAX_VISIBLE).map((text) => (
          <OfferedItem key={text.serviceId} text={text} onAdd={() => onAdd(text.serviceId)} />
        ))}
      </ul>
      {rest > 0 && <p className="text-sm text-ink-soft">{offered.more(formats.number(rest))}</p>}
    </div>
  );
}

function OfferedItem({ text, onAdd }: { text: OfferedText; onAdd: () => Promise<void> }) {
  const { offered, licences } = useTexts(bibleTextsMessages);
  const formats = useTextFormats();
  const [isPending, setPending] = useState(false);
  const { name, language, licence, verses, books } = text;

  function add(): void {
    setPending(true);
    void onAdd().finally(() => setPending(false));
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <h3 className="font-semibold">
          <bdi>{name}</bdi> · {formats.languageName(language)}
        </h3>
        <p className="text-sm text-ink-soft">
          {offered.facts(formats.number(verses), formats.number(books))} · {licences[licence]}
        </p>
      </div>
      <button
        type="button"
        disabled={isPending}
        aria-label={offered.add(name)}
        onClick={add}
        className={buttonStyle("brand")}
      >
        {offered.addLabel}
      </button>
    </li>
  );
}
