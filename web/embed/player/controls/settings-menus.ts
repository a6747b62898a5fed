import { dataText } from "#shared/device/format-data-size.ts";
import type { EmbedTexts } from "#shared/messages/embed.ts";
import { fillPlaceholders } from "#web/embed/fill-placeholders.ts";
import { ICONS } from "#web/embed/dom.ts";
import type { ParentLink } from "#web/embed/parent-messenger.ts";
import type { Playback } from "#web/embed/player/engine/playback.ts";
import { createChoiceMenu } from "./choice-menu.ts";
import { SPEEDS } from "#web/embed/keyboard.domain.ts";

const AUTOMATIC = 0;

type QualityMenuOptions = {
  video: HTMLVideoElement;
  playback: Playback;
  texts: EmbedTexts;
  language: string;
  parent: ParentLink;
};

export type QualityMenu = {
  element: HTMLElement;
  /** Applies an earlier choice; 0 for automatic. */
  use(lines: number): void;
};

/**
 * Menu of the image quality with the data of an hour for each. The parent page stores the choice.
 */
export function createQualityMenu(options: QualityMenuOptions): QualityMenu {
  const { video, playback, texts, language, parent } = options;
  let selected = AUTOMATIC;
  const menu = createChoiceMenu(texts.quality, ICONS.quality, (value) => {
    use(Number(value));
    parent.send({ v: 1, t: "quality", lines: selected });
  });

  function use(lines: number): void {
    selected = lines;
    playback.limitLines(lines);
    show();
  }

  function show(): void {
    const qualities = playback.qualities();
    const choices = qualities.map(({ lines, bytesPerHour }) => ({
      value: String(lines),
      label: fillPlaceholders(texts.qualityUpTo, {
        lines: String(lines),
        amount: dataText(bytesPerHour, language),
      }),
    }));
    const automatic = { value: String(AUTOMATIC), label: texts.qualityAutomatic };
    // A stream may lack the chosen quality: it plays the best one below.
    const shown = qualities.find(({ lines }) => lines <= selected)?.lines ?? AUTOMATIC;
    menu.setChoices(choices.length === 0 ? [] : [automatic, ...choices], String(shown));
  }

  for (const name of ["loadedmetadata", "playing"]) video.addEventListener(name, show);
  return { element: menu.element, use };
}

/** Playback speed of on-demand sources. */
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
