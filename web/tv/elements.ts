/** Creates an element. Engines before Chromium 54 lack `append` and `replaceChildren`. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  parent: HTMLElement,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const attribute of Object.keys(attributes)) {
    element.setAttribute(attribute, attributes[attribute] || "");
  }
  parent.appendChild(element);
  return element;
}

/** Removes all children of an element. */
export function empty(element: HTMLElement): void {
  element.textContent = "";
}
