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
