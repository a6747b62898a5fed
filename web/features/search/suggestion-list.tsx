import { clsx } from "clsx";
import {
  ArrowRight,
  BookOpen,
  FileText,
  History,
  type LucideIcon,
  Play,
  Search,
  Sun,
} from "lucide-react";
import { type MouseEvent, useEffect } from "react";
import { searchMessages } from "#shared/messages/search.ts";
import type { Suggestion } from "#shared/contracts/search.ts";
import { useCategoryTexts } from "#web/lib/category-words.ts";
import { useTexts } from "#web/lib/site.ts";
import { Picture } from "#web/ui/picture.tsx";
import { deleteSearches, lineId, type SuggestedLine } from "./search-suggestions.ts";

type SuggestionListProps = {
  id: string;
  lines: readonly SuggestedLine[];
  hasNone: boolean;
  active: number | null;
  /** It lies over the content below. */
  isOverPage: boolean;
  onChoose: (line: SuggestedLine) => void;
};

const ICONS: Readonly<Record<Suggestion["kind"], LucideIcon>> = {
  reference: BookOpen,
  video: Play,
  devotional: Sun,
  page: FileText,
};

/** The lines under the search field; the field keeps the focus. */
export function SuggestionList(props: SuggestionListProps) {
  const { id, lines, hasNone, active, isOverPage, onChoose } = props;
  const texts = useTexts(searchMessages);
  const isHistory = lines[0]?.kind === "recent";
  useEffect(() => {
    if (active !== null) {
      document.getElementById(lineId(id, active))?.scrollIntoView({ block: "nearest" });
    }
  }, [id, active]);
  return (
    <div
      className={clsx(
        "mt-2 py-2",
        isOverPage &&
          "absolute inset-x-0 z-10 rounded-card border border-line bg-surface shadow-card",
      )}
    >
      {isHistory && (
        <p className="flex items-center gap-2 px-4 text-sm text-ink-soft">
          <span className="grow font-semibold text-ink">{texts.recent}</span>
          <button
            type="button"
            onMouseDown={keepFocus}
            onClick={deleteSearches}
            className="min-h-11 rounded-full px-2 font-medium text-brand hover:underline"
          >
            {texts.clearRecent}
          </button>
        </p>
      )}
      <p role="status" className="px-4 py-2 text-sm text-ink-soft empty:hidden">
        {hasNone && texts.noSuggestions}
      </p>
      <div id={id} role="listbox" aria-label={isHistory ? texts.recent : texts.suggestions}>
        {lines.map((line, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
          <div
            key={keyOf(line)}
            id={lineId(id, index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={keepFocus}
            onClick={() => onChoose(line)}
            className={clsx(
              "flex min-h-12 cursor-pointer items-center gap-3 px-4 py-1 hover:bg-raised",
              index === active && "bg-brand-soft",
            )}
          >
            <Line line={line} />
          </div>
        ))}
      </div>
      {isHistory && <p className="px-4 text-xs text-ink-soft">{texts.recentNote}</p>}
    </div>
  );
}

/** Pressing the list must not move the focus from the field. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

function Line({ line }: { line: SuggestedLine }) {
  const texts = useTexts(searchMessages);
  const wordsOf = useCategoryTexts();
  if (line.kind !== "suggestion") {
    const Icon = line.kind === "recent" ? History : Search;
    const isAll = line.kind === "all";
    return (
      <>
        <IconPlace Icon={Icon} />
        <span className={clsx("line-clamp-2 grow", isAll && "font-semibold text-brand")}>
          {isAll ? texts.allResults(line.question) : line.question}
        </span>
        {isAll && <ArrowRight aria-hidden className="size-4 shrink-0 text-brand" />}
      </>
    );
  }
  const { kind, title, category, thumbnail } = line.suggestion;
  return (
    <>
      {thumbnail === null ? (
        <IconPlace Icon={ICONS[kind]} />
      ) : (
        <span className="w-20 shrink-0 overflow-hidden rounded-md bg-raised">
          <Picture
            src={thumbnail}
            alt=""
            sizes="80px"
            className="aspect-video w-full object-cover"
          />
        </span>
      )}
      <span className="min-w-0 grow">
        <span className="line-clamp-2 font-medium">{title}</span>
        <span className="block text-xs text-ink-soft">
          {category ? wordsOf(category).title : texts.suggestionKinds[kind]}
        </span>
      </span>
    </>
  );
}

function IconPlace({ Icon }: { Icon: LucideIcon }) {
  return (
    <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-raised text-ink-soft">
      <Icon aria-hidden className="size-4" />
    </span>
  );
}

function keyOf(line: SuggestedLine): string {
  return line.kind === "suggestion"
    ? `${line.suggestion.kind} ${line.suggestion.address}`
    : `${line.kind} ${line.question}`;
}
