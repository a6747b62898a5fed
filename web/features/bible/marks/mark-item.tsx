import { useQuery } from "@tanstack/react-query";
import { Tag, Trash2 } from "lucide-react";
import { useState } from "react";
import { isFree } from "#shared/bible/bible-versions.ts";
import { marksMessages } from "#shared/messages/reading/marks.ts";
import { addressOf } from "#web/features/bible/bible-address.domain.ts";
import { KJV, type ReaderVersion } from "#web/base/reading/bible-versions.data.ts";
import { chapterQuery } from "#web/features/bible/bible.data.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { LabelField } from "./label-field.tsx";
import { addedLabels, type PlacedMark } from "./marks.domain.ts";
import "./marks.css";

type MarkItemProps = {
  mark: PlacedMark;
  /** Version in which it opens. */
  version: ReaderVersion;
  onRemove: () => void;
};

/** One mark in the list of all: location, kind, note and labels. */
export function MarkItem({ mark, version, onRemove }: MarkItemProps) {
  const texts = useTexts(marksMessages);
  const { id, name, place, verse, data } = mark;
  const [isLabelling, setIsLabelling] = useState(false);
  const named = `${name} (${texts.kinds[data.kind]})`;
  const labels = addedLabels(data);
  return (
    <article className="rounded-card border border-line bg-surface p-4 shadow-card">
      <div className="-mt-2 -mr-2.5 flex items-center">
        <Link
          to={`/bible${addressOf(version, place, verse)}`}
          className="min-w-0 grow font-semibold text-brand hover:underline"
        >
          {name}
        </Link>
        <IconButton
          label={texts.labelsOf(named)}
          aria-expanded={isLabelling}
          onClick={() => setIsLabelling(!isLabelling)}
        >
          <Tag aria-hidden className="size-4" />
        </IconButton>
        <IconButton label={texts.remove(named)} onClick={onRemove}>
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      </div>
      <p className="text-sm text-ink-soft">
        <span>{texts.kinds[data.kind]}</span>
        {data.colour !== undefined && (
          <span>
            {" · "}
            <span data-mark={data.colour}>{texts.colours[data.colour]}</span>
          </span>
        )}
      </p>
      <MarkedVerses mark={mark} version={version} />
      {data.note !== undefined && (
        <p className="mt-2 wrap-anywhere whitespace-pre-line">{data.note}</p>
      )}
      {isLabelling ? (
        <LabelField id={id} data={data} />
      ) : (
        labels.length > 0 && (
          <p className="mt-2 text-sm wrap-anywhere text-ink-soft">
            {labels.map((label) => `#${label}`).join(" ")}
          </p>
        )
      )}
    </article>
  );
}

/** Text of a mark; of the King James Version when the licence forbids caching the version's own. */
function MarkedVerses({ mark, version }: Pick<MarkItemProps, "mark" | "version">) {
  const { api } = useSite();
  const { place, verse: first, last } = mark;
  // Licensed versions have the same numbering.
  const shown = isFree(version) ? version : KJV;
  const { data } = useQuery(chapterQuery(api, shown, place));
  const verses = data?.verses.filter(({ verse }) => verse >= first && verse <= last) ?? [];
  if (verses.length === 0) return null;
  return (
    <p lang={shown.language} className="mt-1 line-clamp-3 font-serif leading-relaxed">
      {verses.map(({ text }) => text).join(" ")}
    </p>
  );
}
