import { Cast, ChevronUp } from "lucide-react";
import { useEffect } from "react";
import { playOnTvMessages } from "#shared/messages/devices/play-on-tv.ts";
import { isBundledVideoId } from "#shared/videos/video-id.ts";
import {
  closeTvRemote,
  openTvRemote,
  takeTvOffer,
  useTvRemote,
} from "#web/base/television/television.ts";
import { useTexts } from "#web/lib/site.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { CodeForm } from "./code-form.tsx";
import { Remote } from "./remote.tsx";
import { type Television, useTelevision } from "./use-television.ts";

type TvRemoteProps = {
  /** Something else stands where the bar would be. */
  isBarHidden: boolean;
  /** Opens a page, at a second of its video. */
  onContinue: (page: string, seconds: number) => void;
};

/** The bar while a television is paired, and the dialog with the code or the remote control. */
export function TvRemote({ isBarHidden, onContinue }: TvRemoteProps) {
  const { isOpen } = useTvRemote();
  const television = useTelevision(isOpen);
  const { pairing } = television;
  return (
    <>
      {pairing && !isBarHidden && <TvBar television={television} />}
      {isOpen && <TvDialog television={television} onContinue={onContinue} />}
    </>
  );
}

function TvBar({ television: { pairing, report } }: { television: Television }) {
  const texts = useTexts(playOnTvMessages);
  const title = report ? report.title : (pairing?.title ?? "");
  return (
    <section
      aria-label={texts.bar}
      data-listen-bar
      data-tv-bar
      className="pointer-events-none fixed inset-x-2 z-20 flex justify-center sm:inset-x-4 print:hidden"
    >
      <button
        type="button"
        className="pointer-events-auto flex min-h-12 w-full max-w-2xl items-center gap-3 rounded-card border border-line bg-surface px-4 py-1 text-left text-sm text-ink shadow-card hover:bg-raised"
        onClick={() => openTvRemote()}
      >
        <Cast aria-hidden className="size-5 shrink-0 text-brand" />
        <span className="min-w-0 grow truncate">
          <span className="font-semibold">{title === "" ? texts.connected : texts.bar}</span>
          {title !== "" && <span className="text-ink-soft">{` · ${title}`}</span>}
        </span>
        <span className="sr-only">{texts.openRemote}</span>
        <ChevronUp aria-hidden className="size-5 shrink-0 text-ink-soft" />
      </button>
    </section>
  );
}

type TvDialogProps = Pick<TvRemoteProps, "onContinue"> & { television: Television };

function TvDialog({ television, onContinue }: TvDialogProps) {
  const texts = useTexts(playOnTvMessages);
  const { pairing, failure, play } = television;
  const { offer } = useTvRemote();
  const page = pageHere(television);

  // A paired television plays at once.
  useEffect(() => {
    const taken = pairing && offer && takeTvOffer();
    if (taken) play(taken);
  }, [pairing, offer, play]);

  function continueHere(to: string, seconds: number) {
    television.send({ do: "stop" }, { state: "idle" });
    closeTvRemote();
    onContinue(to, television.report?.media?.kind === "video" ? seconds : 0);
  }

  return (
    <FormDialog title={texts.playOnTv} closeLabel={texts.close} onClose={closeTvRemote}>
      {pairing ? (
        <Remote
          television={television}
          onContinue={page === null ? undefined : (seconds) => continueHere(page, seconds)}
        />
      ) : (
        <CodeForm
          key={failure}
          reason={failure}
          isFromPlatform={offer?.media.kind === "video" && !isBundledVideoId(offer.media.id)}
          onPaired={(token) => television.pair(token, takeTvOffer())}
        />
      )}
    </FormDialog>
  );
}

/** Returns the page of what the television plays now; null where this device does not know it. */
function pageHere({ report, pairing }: Television): string | null {
  const media = report?.media;
  if (!media) return null;
  if (media.kind === "channel") return `/live-tv?channel=${media.id}`;
  const [, search = ""] = pairing?.page?.split("?") ?? [];
  const isSent = new URLSearchParams(search).get("v") === media.id;
  return isSent ? (pairing?.page ?? null) : null;
}
