import type { EmbedTexts } from "#shared/messages/embed.ts";
import { ICONS } from "#web/embed/icons.ts";
import { SPEEDS } from "#web/embed/keyboard.domain.ts";
import { createChoiceMenu } from "./choice-menu.ts";

/** Playback speed, for what is on demand. */
export function createSpeedMenu(
  video: HTMLVideoElement,
  texts: EmbedTexts,
  language: string,
): HTMLElement {
  const menu = createChoiceMenu(texts.speed, ICONS.speed, (value) => {
    video.playbackRate = Number(value);
  });
  const number = new Intl.NumberFormat(language);
  function show(): void {
    menu.setChoices(
      SPEEDS.map((speed) => ({
        value: String(speed),
        label: speed === 1 ? texts.speedNormal : `${number.format(speed)}×`,
      })),
      String(video.playbackRate),
    );
  }
  video.addEventListener("ratechange", show);
  show();
  return menu.element;
}
