import { type ClipSpec, sceneSeconds, sceneStart } from "./clips.ts";
import { typesetReference } from "./typography.ts";

/** Delay of the first line after the scene's start, in seconds. */
export const FIRST_LINE_SECONDS = 0.3;
export const LINE_STEP_SECONDS = 0.62;
/** Fade-in time of a line, and fade-out time at the scene's end. */
export const LINE_REVEAL_SECONDS = 0.4;
export const SCENE_FADE_SECONDS = 0.32;

export const MINISTRY = { name: "Reign TV" };

const WORDS = {
  en: { bible: "King James Bible", tagline: "Where Jesus Christ is King" },
  fr: { bible: "Louis Segond 1910", tagline: "Où Jésus-Christ est Roi" },
} as const;

/** Texts of the closing card in the clip's language. */
export function closingTexts(clip: ClipSpec): { bible: string; tagline: string } {
  return WORDS[clip.language];
}

function timestamp(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = (seconds - minutes * 60).toFixed(3).padStart(6, "0");
  return `00:${String(minutes).padStart(2, "0")}:${rest}`;
}

/** Balances the lines of a scene in two rows; more would hide the image. */
function captionRows(lines: readonly string[]): string {
  if (lines.length <= 2) return lines.join("\n");
  const half = Math.ceil(lines.length / 2);
  return `${lines.slice(0, half).join(" ")}\n${lines.slice(half).join(" ")}`;
}

/** Returns the WebVTT file of a clip: the texts on screen with their times. */
export function webVtt(clip: ClipSpec): string {
  const reference = typesetReference(clip.reference);
  const { bible, tagline } = closingTexts(clip);
  const texts = [
    `${clip.title}\n${reference}`,
    ...clip.scenes.map(captionRows),
    `${reference}, ${bible}\n${MINISTRY.name}: ${tagline}`,
  ];
  const cues = texts.map((text, scene) => {
    const startSeconds = sceneStart(clip, scene);
    const start = startSeconds + FIRST_LINE_SECONDS;
    const end = startSeconds + sceneSeconds(clip, scene) - SCENE_FADE_SECONDS / 2;
    return `${timestamp(start)} --> ${timestamp(end)}\n${text}`;
  });
  return `WEBVTT\nLanguage: ${clip.language}\n\n${cues.join("\n\n")}\n`;
}
