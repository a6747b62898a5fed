import { Square, Volume2, Share2, Bookmark, X } from "lucide-react";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { useDataEstimateText } from "#web/base/data-saver/use-data-estimate-text.ts";
import { useTexts, sharedOrigin, useSite } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import type { useListen } from "./use-listen.ts";
import { useId, useState } from "react";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import { shareOrCopy } from "#web/lib/sharing.ts";
import { readingButtonStyle } from "./page-parts.tsx";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { SAVED_DEVOTIONALS, type SavedDevotional } from "./devotional-storage.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";

/** Listen with its data estimate, and Stop while it reads. */
export function ListenButton({ state, price, start, stop }: ReturnType<typeof useListen>) {
  const texts = useTexts(devotionalMessages);
  const priceText = useDataEstimateText();
  const isHydrated = useHydrated();
  const costId = useId();
  const isRunning = state === "speaking" || state === "preparing";
  const cost = isHydrated && state === "idle" && price ? priceText(price) : null;
  return (
    <>
      <button
        type="button"
        disabled={!isHydrated}
        aria-describedby={cost ? costId : undefined}
        onClick={isRunning ? stop : start}
        className={buttonStyle(isRunning ? "quiet" : "brand", "reading-listen")}
      >
        {isRunning ? (
          <Square aria-hidden className="size-4 fill-current" />
        ) : (
          <Volume2 aria-hidden className="size-4" />
        )}
        <span className="text-left leading-tight">
          {/* An element of its own: a browser that translates the page replaces bare texts. */}
          <span className="block">{isRunning ? texts.stop : texts.listen}</span>
          {/* It describes the button, whose name stays short. */}
          {cost && (
            <span id={costId} aria-hidden className="block text-xs font-normal">
              {cost}
            </span>
          )}
        </span>
      </button>
      <span role="status" className="text-sm text-ink-soft empty:hidden">
        {state === "no-voices" ? texts.noVoices : state === "preparing" && texts.preparing}
      </span>
    </>
  );
}

type ShareButtonProps = {
  entry: Pick<DevotionalEntry, "title" | "verse">;
  /** Path and search part that show this devotional on any day. */
  address: string;
};

/** Shares the devotional by the device's share sheet; without one its URL is copied. */
export function ShareButton({ entry, address }: ShareButtonProps) {
  const site = useSite();
  const texts = useTexts(devotionalMessages);
  const isHydrated = useHydrated();
  const [said, setSaid] = useState("");

  async function share() {
    const url = `${sharedOrigin(site)}${address}`;
    const outcome = await shareOrCopy({ title: entry.title, text: entry.verse, url });
    if (outcome !== "offered") setSaid(outcome === "copied" ? texts.linkCopied : texts.copyFailed);
  }

  return (
    <>
      <button
        type="button"
        disabled={!isHydrated}
        onClick={() => void share()}
        title={texts.share}
        className={readingButtonStyle()}
      >
        <Share2 aria-hidden className="size-4" />
        <span className="sr-only">{texts.share}</span>
      </button>
      <span role="status" className="text-sm text-ink-soft empty:hidden">
        {said}
      </span>
    </>
  );
}

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
        <span className="sr-only">{texts.keep}</span>
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
