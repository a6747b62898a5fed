/** Replaces the `{name}` placeholders of a text. */
export function fillPlaceholders(
  text: string,
  values: Readonly<Record<string, string | number>>,
): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** Path data of the players' icons, drawn for a 24 x 24 box and filled with the text colour. */
export const ICONS = {
  play: "M7.5 4.3v15.4a.8.8 0 0 0 1.22.68l12.3-7.7a.8.8 0 0 0 0-1.36L8.72 3.62a.8.8 0 0 0-1.22.68z",
  pause:
    "M6.4 4h3.2c.5 0 .9.4.9.9v14.2c0 .5-.4.9-.9.9H6.4a.9.9 0 0 1-.9-.9V4.9c0-.5.4-.9.9-.9zm8 0h3.2c.5 0 .9.4.9.9v14.2c0 .5-.4.9-.9.9h-3.2a.9.9 0 0 1-.9-.9V4.9c0-.5.4-.9.9-.9z",
  replay: "M12 5V1.8L7 6.5l5 4.7V7.4a5.6 5.6 0 1 1-5.6 5.6H4a8 8 0 1 0 8-8z",
  volume:
    "M3 9.3v5.4c0 .4.3.8.8.8h3.3l4.6 4.2c.5.5 1.3.1 1.3-.6V4.9c0-.7-.8-1-1.3-.6L7.1 8.5H3.8a.8.8 0 0 0-.8.8zm12.6-2.1a.9.9 0 0 0-.5 1.7 3.4 3.4 0 0 1 0 6.2.9.9 0 0 0 .5 1.7 5.2 5.2 0 0 0 0-9.6zm1.3-4a.9.9 0 0 0-.5 1.7 7.7 7.7 0 0 1 0 14.2.9.9 0 0 0 .5 1.7 9.5 9.5 0 0 0 0-17.6z",
  muted:
    "M3 9.3v5.4c0 .4.3.8.8.8h3.3l4.6 4.2c.5.5 1.3.1 1.3-.6V4.9c0-.7-.8-1-1.3-.6L7.1 8.5H3.8a.8.8 0 0 0-.8.8zm18.7.2-1.2-1.2-2.5 2.5-2.5-2.5-1.2 1.2 2.5 2.5-2.5 2.5 1.2 1.2 2.5-2.5 2.5 2.5 1.2-1.2-2.5-2.5z",
  captions:
    "M5 4.5h14A2.5 2.5 0 0 1 21.5 7v10a2.5 2.5 0 0 1-2.5 2.5H5A2.5 2.5 0 0 1 2.5 17V7A2.5 2.5 0 0 1 5 4.5zm4.9 5.9.9-1.3a3.3 3.3 0 0 0-2.3-.8c-2 0-3.5 1.5-3.5 3.7s1.5 3.7 3.5 3.7c1 0 1.7-.3 2.3-.8l-.9-1.3c-.3.3-.7.5-1.3.5-1 0-1.8-.8-1.8-2.1s.8-2.1 1.8-2.1c.6 0 1 .2 1.3.5zm7.3 0 .9-1.3a3.3 3.3 0 0 0-2.3-.8c-2 0-3.5 1.5-3.5 3.7s1.5 3.7 3.5 3.7c1 0 1.7-.3 2.3-.8l-.9-1.3c-.3.3-.7.5-1.3.5-1 0-1.8-.8-1.8-2.1s.8-2.1 1.8-2.1c.6 0 1 .2 1.3.5z",
  speed:
    "M12 4a9.5 9.5 0 0 0-8 14.6c.3.4.7.6 1.2.6h13.6c.5 0 .9-.2 1.2-.6A9.5 9.5 0 0 0 12 4zm5.7 5.2-4 5.5a2 2 0 1 1-2.4-2.4l5.5-4a.7.7 0 0 1 .9.9z",
  quality:
    "M4 4.5h16c.8 0 1.5.7 1.5 1.5v12c0 .8-.7 1.5-1.5 1.5H4A1.5 1.5 0 0 1 2.5 18V6c0-.8.7-1.5 1.5-1.5zm.5 2v11h15v-11zm2 8.5h2v1h-2zm4-3h2v4h-2zm4-3h2v7h-2z",
  pip: "M5 4.5h14A2.5 2.5 0 0 1 21.5 7v4h-2V7c0-.3-.2-.5-.5-.5H5c-.3 0-.5.2-.5.5v10c0 .3.2.5.5.5h5v2H5A2.5 2.5 0 0 1 2.5 17V7A2.5 2.5 0 0 1 5 4.5zm8 8.5h7.5c.6 0 1 .4 1 1v4.5c0 .6-.4 1-1 1H13a1 1 0 0 1-1-1V14c0-.6.4-1 1-1z",
  fullscreen:
    "M4 3.5h5.5v2h-4v4h-2V4c0-.3.2-.5.5-.5zm10.5 0H20c.3 0 .5.2.5.5v5.5h-2v-4h-4zm-11 11h2v4h4v2H4a.5.5 0 0 1-.5-.5zm15 0h2V20c0 .3-.2.5-.5.5h-5.5v-2h4z",
  exitFullscreen:
    "M7.5 3.5h2V9c0 .3-.2.5-.5.5H3.5v-2h4zm7 0h2v4h4v2H15a.5.5 0 0 1-.5-.5zm-11 11H9c.3 0 .5.2.5.5v5.5h-2v-4h-4zm11.5 0h5.5v2h-4v4h-2V15c0-.3.2-.5.5-.5z",
  check: "m9.5 16.2-3.9-3.9-1.4 1.4 5.3 5.3L20.3 8.2l-1.4-1.4z",
  close:
    "m18.3 7.1-1.4-1.4-4.9 4.9-4.9-4.9-1.4 1.4 4.9 4.9-4.9 4.9 1.4 1.4 4.9-4.9 4.9 4.9 1.4-1.4-4.9-4.9z",
} as const;

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

type Attributes = Readonly<Record<string, string | boolean>>;

/**
 * Creates an element; `true` sets a bare attribute, `false` leaves it out. Text is never parsed.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** Creates a 24 x 24 icon from path data; hidden from assistive technology. */
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS(SVG_NAMESPACE, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(SVG_NAMESPACE, "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}

/** Creates a button with an icon and an accessible name. */
export function iconButton(className: string, label: string, path: string): HTMLButtonElement {
  return element(
    "button",
    { type: "button", class: className, "aria-label": label, title: label },
    [icon(path)],
  );
}

/** Sets icon and name of a button together, only when they differ. */
export function setIconButton(button: HTMLButtonElement, label: string, path: string): void {
  if (button.getAttribute("aria-label") === label) return;
  button.setAttribute("aria-label", label);
  button.title = label;
  button.replaceChildren(icon(path));
}
