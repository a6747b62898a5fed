import { clsx } from "clsx";
import { Search, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { localisedPath } from "#shared/languages.ts";
import { searchMessages } from "#shared/messages/search.ts";
import { MAX_SEARCH_LENGTH, SEARCH_PATH } from "#shared/search/search-address.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { isLongEnough } from "./search.data.ts";
import {
  rememberSearch,
  lineId,
  type SuggestedLine,
  useSuggestedLines,
} from "./search-suggestions.ts";
import { SuggestionList } from "./suggestion-list.tsx";

type SearchComboboxProps = {
  /** The query of the page. */
  initial: string;
  /** It stands in the page, its list over the content; else all of it is a sheet. */
  isInPage: boolean;
  /** Called after a selection or a submit. */
  onChosen?: () => void;
  /** Beside the field, above the whole list. */
  children?: ReactNode;
};

/**
 * The search field with its list (ARIA combobox): arrows move in it, Enter selects a line or
 * submits the text, Escape closes the list. Without script it is a form for the server.
 */
export function SearchCombobox({ initial, isInPage, onChosen, children }: SearchComboboxProps) {
  const texts = useTexts(searchMessages);
  const action = localisedPath(SEARCH_PATH, useSite().language);
  const listId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(initial);
  const [isOpen, setOpen] = useState(!isInPage);
  const [active, setActive] = useState<number | null>(null);
  const { lines, hasNone } = useSuggestedLines(typed);
  const isShown = isOpen && lines.length > 0;
  const choose = useChoice(() => {
    setOpen(false);
    setActive(null);
    if (isInPage) inputRef.current?.blur();
    onChosen?.();
  });

  useEffect(() => {
    // On a slow connection the visitor types before hydration: keep that text.
    const input = inputRef.current;
    if (input && input.value !== input.defaultValue) setTyped(input.value);
    if (!isInPage) input?.focus();
  }, [isInPage]);

  function change(text: string) {
    setTyped(text);
    setOpen(true);
    setActive(null);
  }

  function handleKeyDown(event: KeyboardEvent) {
    const next = isShown ? nextActive(event.key, active, lines.length) : undefined;
    if (next !== undefined) {
      event.preventDefault();
      setActive(next);
    } else if (event.key === "ArrowDown" && !isOpen) {
      event.preventDefault();
      setOpen(true);
    } else if (event.key === "Escape" && isShown && isInPage) {
      event.preventDefault();
      setOpen(false);
      setActive(null);
    }
  }

  return (
    <form
      role="search"
      action={action}
      className={clsx("relative w-full min-w-0", isInPage && "max-w-3xl")}
      onSubmit={(event) => {
        event.preventDefault();
        const line = active === null ? undefined : lines[active];
        choose(line ?? { kind: "all", question: typed.trim() });
      }}
    >
      <div className="flex items-center gap-1">
        <div className="search-box flex h-12 min-w-0 grow items-center rounded-full border border-line bg-surface pr-px pl-2">
          <input
            ref={inputRef}
            type="search"
            name="q"
            role="combobox"
            data-search-field
            aria-label={texts.field}
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={isShown ? listId : undefined}
            aria-activedescendant={isShown && active !== null ? lineId(listId, active) : undefined}
            placeholder={texts.field}
            value={typed}
            maxLength={MAX_SEARCH_LENGTH}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="search"
            onChange={(event) => change(event.target.value)}
            onFocus={() => setOpen(true)}
            onBlur={() => isInPage && setOpen(false)}
            onKeyDown={handleKeyDown}
            className="h-11 w-full min-w-0 grow rounded-full px-2 text-base text-ink placeholder:text-ink-soft [&::-webkit-search-cancel-button]:hidden"
          />
          {typed !== "" && (
            <IconButton
              label={texts.clear}
              onClick={() => {
                change("");
                inputRef.current?.focus();
              }}
            >
              <X aria-hidden className="size-4" />
            </IconButton>
          )}
          <button
            type="submit"
            aria-label={texts.submit}
            className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-brand text-on-brand hover:bg-brand-strong"
          >
            <Search aria-hidden className="size-4" />
          </button>
        </div>
        {children}
      </div>
      {isShown && (
        <SuggestionList
          id={listId}
          lines={lines}
          hasNone={hasNone}
          active={active}
          isOverPage={isInPage}
          onChoose={choose}
        />
      )}
    </form>
  );
}

/** Returns the line that a key leads to; null for the field itself, undefined for none. */
function nextActive(key: string, active: number | null, count: number): number | null | undefined {
  const last = count - 1;
  if (key === "ArrowDown") return active === last ? null : (active ?? -1) + 1;
  if (key === "ArrowUp") return active === 0 ? null : (active ?? count) - 1;
  return undefined;
}

/** Opens the target of a line, and stores the query. */
function useChoice(onChosen: () => void): (line: SuggestedLine) => void {
  const navigate = useNavigate();
  return (line) => {
    if (line.kind === "suggestion") {
      const { title, address } = line.suggestion;
      rememberSearch(title);
      onChosen();
      if (address.startsWith("https:")) window.open(address, "_blank", "noopener");
      else void navigate(address);
      return;
    }
    if (!isLongEnough(line.question)) return;
    rememberSearch(line.question);
    onChosen();
    const search = new URLSearchParams({ q: line.question }).toString();
    void navigate({ pathname: SEARCH_PATH, search });
  };
}
