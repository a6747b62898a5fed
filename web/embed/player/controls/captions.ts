import type { EmbedTexts } from "#shared/messages/embed.ts";
import type { CaptionTrack, Programme } from "#shared/contracts/programme-guide.ts";
import { element, ICONS } from "#web/embed/dom.ts";
import { createChoiceMenu } from "./settings-menus.ts";

/** Two lines from here end above the control bar at the bottom. */
const CUE_LINE_PERCENT = 72;
const OFF = "";

export type Captions = {
  element: HTMLElement;
  /** Turns captions off, or on in the last language. */
  toggle(): void;
  /** Shows captions as chosen in another player; "" for none. */
  use(language: string): void;
  /** Captions of a clip that plays from its beginning. */
  useClipTracks(tracks: readonly CaptionTrack[]): void;
  /**
   * Captions of a live channel's current programme. @param offsetSeconds media time of its start.
   */
  useProgramme(programme: Pick<Programme, "captions">, offsetSeconds: number): void;
};

/**
 * Captions from WebVTT files next to the stream. On a live channel each programme has its own
 * files, shifted to its position on the player's timeline. @param onChoice receives the visitor's
 * choice; "" for none.
 */
export function createCaptions(
  video: HTMLVideoElement,
  texts: EmbedTexts,
  language: string,
  onChoice: (language: string) => void,
): Captions {
  const menu = createChoiceMenu(texts.captions, ICONS.captions, (value) => choose(value));
  const tracks = new Map<string, TextTrack>();
  let available: readonly CaptionTrack[] = [];
  let isOn = false;
  let preferred = language;
  let onAir: { programme: Pick<Programme, "captions">; offsetSeconds: number } | null = null;

  function choose(value: string): void {
    select(value);
    onChoice(value);
  }

  function select(value: string): void {
    isOn = value !== OFF;
    if (isOn) preferred = value;
    const selected = shownLanguage();
    for (const [code, track] of tracks) track.mode = code === selected ? "showing" : "disabled";
    show();
    if (onAir) loadProgramme();
  }

  /** Falls back to the first language when the chosen one is missing. */
  function shownLanguage(): string {
    if (!isOn) return OFF;
    return (
      (available.find((track) => track.language === preferred) ?? available[0])?.language ?? OFF
    );
  }

  function show(): void {
    const choices = available.map((track) => ({ value: track.language, label: track.label }));
    menu.setChoices(
      choices.length === 0 ? [] : [{ value: OFF, label: texts.captionsOff }, ...choices],
      shownLanguage(),
    );
  }

  function loadProgramme(): void {
    const selected = shownLanguage();
    const file = onAir?.programme.captions.find((track) => track.language === selected);
    if (!onAir || !file) return;
    const { offsetSeconds } = onAir;
    const track = tracks.get(selected) ?? video.addTextTrack("captions", file.label, selected);
    tracks.set(selected, track);
    track.mode = "showing";
    const onCue = (cue: VTTCue) =>
      track.addCue(
        raised(new VTTCue(cue.startTime + offsetSeconds, cue.endTime + offsetSeconds, cue.text)),
      );
    readCues(video, file.url, onCue);
  }

  return {
    element: menu.element,
    toggle() {
      if (available.length > 0) choose(isOn ? OFF : preferred);
    },
    use: select,
    useClipTracks(files) {
      available = files;
      for (const file of files) {
        const holder = element("track", {
          kind: "captions",
          src: file.url,
          srclang: file.language,
          label: file.label,
        });
        holder.addEventListener("load", () => cuesOf(holder.track).forEach(raised));
        video.append(holder);
        holder.track.mode = "disabled";
        tracks.set(file.language, holder.track);
      }
      show();
    },
    useProgramme(programme, offsetSeconds) {
      onAir = { programme, offsetSeconds };
      available = programme.captions;
      show();
      loadProgramme();
    },
  };
}

/** Lets the browser read a caption file, passes its cues on and removes the track. */
function readCues(video: HTMLVideoElement, url: string, onCue: (cue: VTTCue) => void): void {
  const holder = element("track", { kind: "metadata", src: url });
  holder.addEventListener("load", () => {
    cuesOf(holder.track).forEach(onCue);
    holder.remove();
  });
  holder.addEventListener("error", () => holder.remove());
  video.append(holder);
  holder.track.mode = "hidden";
}

function cuesOf(track: TextTrack): VTTCue[] {
  return [...(track.cues ?? [])].filter((cue) => cue instanceof VTTCue);
}

function raised(cue: VTTCue): VTTCue {
  cue.snapToLines = false;
  cue.line = CUE_LINE_PERCENT;
  return cue;
}
