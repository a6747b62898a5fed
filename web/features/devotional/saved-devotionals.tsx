import { Bookmark, X } from "lucide-react";
import { useState } from "react";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { useTexts } from "#web/lib/site.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { SAVED_DEVOTIONALS, type SavedDevotional } from "./devotional-storage.ts";
import { readingButtonStyle } from "./page-parts.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";

const MAX_SAVED = 500;

/** Saves a devotional on this device, listed below the calendar; a second press removes it. */
export function SaveButton({ devotional }: { devotional: SavedDevotional }) {
  const texts = useTexts(devotionalMessages);
  const isHydrated = useHydrated();
  const [stored, setStored] = useStored(SAVED_DEVOTIONALS);
  const [isRefused, setIsRefused] = useState(false);
  const others = stored.filter(({ path }) => path !== devotional.path);
  const isSaved = others.length < stored.length;

  function toggle(): void {
    setIsRefused(!setStored(isSaved ? others : [devotional, ...others].slice(0, MAX_SAVED)));
  }

  return (
    <>
      <button
        type="button"
        disabled={!isHydrated}
        aria-pressed={isSaved}
        title={texts.keep}
        onClick={toggle}
        className={readingButtonStyle()}
      >
        <Bookmark aria-hidden className={isSaved ? "size-4 fill-current text-brand" : "size-4"} />
        <span className="sr-only sm:not-sr-only">{texts.keep}</span>
      </button>
      {isRefused && (
        <span role="alert" className="text-sm font-medium text-danger">
          {texts.notKept}
        </span>
      )}
    </>
  );
}

/** The devotionals saved on this device, newest first; renders nothing without any. */
export function SavedDevotionalList() {
  const texts = useTexts(devotionalMessages);
  const [stored, setStored] = useStored(SAVED_DEVOTIONALS);
  if (stored.length === 0) return null;
  return (
    <section aria-labelledby="kept-title" className="mt-5 border-t border-line pt-4">
      <h2 id="kept-title" className="flex items-center gap-2 font-bold tracking-tight">
        <Bookmark aria-hidden className="size-4 text-brand" />
        {texts.keptTitle}
      </h2>
      <ul className="-mr-2 mt-1 max-h-80 overflow-y-auto">
        {stored.map(({ path, title, label }) => (
          <li key={path} className="flex items-center gap-1">
            <Link to={path} className="min-w-0 grow rounded-card py-2 hover:text-brand">
              <span className="block leading-snug font-semibold">{title}</span>
              <span className="block text-sm text-ink-soft">{label}</span>
            </Link>
            <IconButton
              label={texts.removeKept(title)}
              onClick={() => void setStored(stored.filter((one) => one.path !== path))}
            >
              <X aria-hidden className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
