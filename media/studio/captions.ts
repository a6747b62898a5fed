import { sceneSeconds, sceneStart, type ClipSpec } from "./clip-types.ts";
import { FIRST_LINE_SECONDS, MINISTRY, SCENE_FADE_SECONDS, wordsOf } from "./film-texts.ts";
import { typesetReference } from "./typography.ts";

function timestamp(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = (seconds - minutes * 60).toFixed(3).padStart(6, "0");
  return `00:${String(minutes).padStart(2, "0")}:${rest}`;
}

/** Two balanced caption rows from the lines of a scene; players show no more without hiding the picture. */
function captionRows(lines: readonly string[]): string {
  if (lines.length <= 2) return lines.join("\n");
  const half = Math.ceil(lines.length / 2);
  return `${lines.slice(0, half).join(" ")}\n${lines.slice(half).join(" ")}`;
}

/** The WebVTT file of a clip: the words on the screen, while they are on the screen. */
export function webVtt(clip: ClipSpec): string {
  const reference = typesetReference(clip.reference);
  const words = wordsOf(clip);
  const texts = [
    `${clip.title}\n${reference}`,
    ...clip.scenes.map(captionRows),
    `${reference}, ${words.bible}\n${MINISTRY.name}: ${words.tagline}`,
  ];
  const cues = texts.map((text, scene) => {
    const startSeconds = sceneStart(clip, scene);
    const start = startSeconds + FIRST_LINE_SECONDS;
    const end = startSeconds + sceneSeconds(clip, scene) - SCENE_FADE_SECONDS / 2;
    return `${timestamp(start)} --> ${timestamp(end)}\n${text}`;
  });
  return `WEBVTT\nLanguage: ${clip.language}\n\n${cues.join("\n\n")}\n`;
}
