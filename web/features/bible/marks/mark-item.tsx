import { Trash2 } from "lucide-react";
import type { BibleVersionFacts } from "#shared/bible/bible-versions.ts";
import { marksMessages } from "#shared/messages/reading/marks.ts";
import { addressOf } from "#web/features/bible/bible-address.domain.ts";
import { useTexts } from "#web/lib/site.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import type { PlacedMark } from "./marks.domain.ts";
import "./marks.css";

type MarkItemProps = {
  mark: PlacedMark;
  /** In which it is opened. */
  version: BibleVersionFacts;
  onRemove: () => void;
};

/** One mark in the list of all: where it stands, what it is, and the note. */
export function MarkItem({ mark, version, onRemove }: MarkItemProps) {
  const texts = useTexts(marksMessages);
  const { name, place, verse, data } = mark;
  return (
    <article className="flex items-start gap-2 rounded-card bg-surface p-4 shadow-card">
      <div className="min-w-0 grow">
        <Link
          to={`/bible${addressOf(version, place, verse)}`}
          className="font-semibold text-brand hover:underline"
        >
          {name}
        </Link>
        <p className="text-sm text-ink-soft">
          {texts.kinds[data.kind]}
          {data.colour !== undefined && (
            <>
              {" · "}
              <span data-mark={data.colour}>{texts.colours[data.colour]}</span>
            </>
          )}
        </p>
        {data.note !== undefined && (
          <p className="mt-2 wrap-anywhere whitespace-pre-line">{data.note}</p>
        )}
      </div>
      <IconButton label={texts.remove(`${name} (${texts.kinds[data.kind]})`)} onClick={onRemove}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </article>
  );
}
