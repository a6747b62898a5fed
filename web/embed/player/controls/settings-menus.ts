import { element, icon, iconButton, ICONS, fillPlaceholders } from "#web/embed/dom.ts";
import { dataText } from "#shared/device/format-data-size.ts";
import type { EmbedTexts } from "#shared/messages/embed.ts";
import type { ParentLink } from "#web/embed/parent-messenger.ts";
import type { Playback } from "#web/embed/player/engine/playback.ts";
import { SPEEDS } from "#web/embed/keyboard.domain.ts";

type Choice = { value: string; label: string };

type ChoiceMenu = {
  element: HTMLElement;
  /** Shows these choices with one checked; an empty list hides the menu. */
  setChoices(choices: readonly Choice[], selected: string): void;
  close(): void;
};

/** A button with a list of radio items. Pattern: ARIA menu button. */
export function createChoiceMenu(
  label: string,
  iconPath: string,
  onChoose: (value: string) => void,
): ChoiceMenu {
  const button = iconButton("rp-button", label, iconPath);
  button.setAttribute("aria-haspopup", "menu");
  const list = element("div", {
    class: "rp-menu",
    role: "menu",
    "aria-label": label,
    hidden: true,
  });
  const menu = element("div", { class: "rp-menu-box", hidden: true }, [button, list]);

  function items(): HTMLElement[] {
    return [...list.querySelectorAll<HTMLElement>("[role=menuitemradio]")];
  }

  function open(): void {
    list.hidden = false;
    button.setAttribute("aria-expanded", "true");
    (items().find((item) => item.getAttribute("aria-checked") === "true") ?? items()[0])?.focus();
  }

  function close(): void {
    if (list.hidden) return;
    const hadFocus = list.contains(document.activeElement);
    list.hidden = true;
    button.setAttribute("aria-expanded", "false");
    if (hadFocus) button.focus();
  }

  function handleKey(event: KeyboardEvent): void {
    if (list.hidden) return;
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    const target = new Map([
      ["ArrowDown", at + 1],
      ["ArrowUp", at - 1],
      ["Home", 0],
      ["End", -1],
    ]).get(event.key);
    // The open list handles its own keys; the player gets none.
    event.stopPropagation();
    if (event.key === "Escape") close();
    if (target === undefined) return;
    event.preventDefault();
    all.at(target % all.length)?.focus();
  }

  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => (list.hidden ? open() : close()));
  menu.addEventListener("keydown", handleKey);
  menu.addEventListener("focusout", (event) => {
    const next = event.relatedTarget;
    if (!(next instanceof Node && menu.contains(next))) close();
  });

  return {
    element: menu,
    close,
    setChoices(choices, selected) {
      menu.hidden = choices.length === 0;
      list.replaceChildren(
        ...choices.map(({ value, label: text }) => {
          const isSelected = value === selected;
          const item = element(
            "button",
            {
              type: "button",
              role: "menuitemradio",
              "aria-checked": String(isSelected),
              tabindex: "-1",
            },
            [icon(isSelected ? ICONS.check : ""), text],
          );
          item.addEventListener("click", () => {
            // First, because a new list removes the focused item.
            close();
            onChoose(value);
          });
          return item;
        }),
      );
    },
  };
}

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
