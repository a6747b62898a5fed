import { useQuery } from "@tanstack/react-query";
import { Rss, SlidersHorizontal } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import { monthOf } from "#shared/devotional/devotional-date.ts";
import { localisedPath } from "#shared/languages.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { serverNow } from "#web/lib/clock.ts";
import { useSearchParameters } from "#web/lib/navigation/use-search-parameters.ts";
import { useSessionFlag } from "#web/lib/session/session-flag.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { DEVOTIONAL_STORE } from "./devotional-storage.ts";
import { DatedView } from "./dated-view.tsx";
import { publishedMonthQuery, serverVoiceQuery } from "./devotional.data.ts";
import { dayInAddress, FixedView } from "./fixed-view.tsx";
import { useLocalDay } from "#web/lib/use-local-day.ts";
import { optional } from "#web/ui/optional.tsx";

const VoiceSettings = optional(async () => (await import("./voice-settings.tsx")).VoiceSettings);
const UploadPanel = optional(async () => (await import("./upload-panel.tsx")).UploadPanel);

/** Lazy: it loads the backend client, which only staff need here. */
const StudioLink = lazy(async () => ({
  default: (await import("./studio-link.tsx")).StudioLink,
}));

type DevotionalPageProps = {
  /** Date in the URL, that of a permalink. */
  date: string | null;
  /** The ministry's calendar day when the page was rendered. */
  servedDay: string;
  /** The devotionals that came with the page. */
  served: readonly DevotionalEntry[];
  /** Shown below the days. */
  reminders?: ReactNode;
};

/** The daily devotional: days at the side, the selected one to read or hear, settings on demand. */
export function DevotionalPage({ date, servedDay, served, reminders }: DevotionalPageProps) {
  const texts = useTexts(devotionalMessages);
  const site = useSite();
  const today = useLocalDay(servedDay, serverNow);
  const [own] = useStored(DEVOTIONAL_STORE);
  const parameters = useSearchParameters();
  const month = useQuery(publishedMonthQuery(site, monthOf(date ?? today)));
  const hasServerVoice = useQuery(serverVoiceQuery(site.api)).data ?? false;
  const hasSession = useSessionFlag();
  const [isVoiceShown, setIsVoiceShown] = useState(false);
  const [isUploadShown, setIsUploadShown] = useState(false);

  useEffect(() => {
    const toggleByKeys = (event: KeyboardEvent) => {
      if (!event.ctrlKey || !event.shiftKey || event.key.toLowerCase() !== "u") return;
      event.preventDefault();
      setIsUploadShown((isShown) => !isShown);
    };
    window.addEventListener("keydown", toggleByKeys);
    return () => window.removeEventListener("keydown", toggleByKeys);
  }, []);

  // Order: uploaded on this device, published, bundled (F4).
  const isFixed = own.length > 0 || dayInAddress(parameters) !== null;
  const isDated = date !== null || (!isFixed && (month.data?.length ?? 0) > 0);
  const settings = (
    <>
      {isVoiceShown && <VoiceSettings />}
      {isUploadShown && (
        <UploadPanel onClose={() => setIsUploadShown(false)}>
          {hasSession && (
            <Suspense>
              <StudioLink />
            </Suspense>
          )}
        </UploadPanel>
      )}
    </>
  );
  return (
    <div className="page pb-16">
      <PageHeader>
        <IconButton
          label={texts.voiceSettings}
          aria-expanded={isVoiceShown}
          onClick={() => setIsVoiceShown(!isVoiceShown)}
        >
          <SlidersHorizontal aria-hidden className="size-5" />
        </IconButton>
        <a
          href={localisedPath("/devotional/feed.xml", site.language)}
          title={texts.subscribe}
          aria-label={texts.subscribe}
          className="inline-flex size-11 items-center justify-center rounded-full text-ink-soft hover:bg-raised hover:text-ink"
        >
          <Rss aria-hidden className="size-5" />
        </a>
      </PageHeader>
      {isDated ? (
        <DatedView
          day={date ?? today}
          today={today}
          hasServerVoice={hasServerVoice}
          settings={settings}
          reminders={reminders}
        />
      ) : (
        <FixedView
          today={today}
          served={served}
          own={own}
          hasServerVoice={hasServerVoice}
          settings={settings}
          reminders={reminders}
        />
      )}
    </div>
  );
}

function PageHeader({ children }: { children: ReactNode }) {
  const texts = useTexts(devotionalMessages);
  return (
    <header className="devotional-header grid items-center pt-4 pb-6 lg:pt-10">
      <h1 tabIndex={-1} className="text-2xl font-extrabold tracking-tight sm:text-4xl">
        {texts.title}
      </h1>
      <div className="-mr-2 flex items-center">{children}</div>
      <p className="col-span-full mt-2 max-w-prose text-lg text-ink-soft">{texts.subtitle}</p>
    </header>
  );
}
