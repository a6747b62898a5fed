import { html } from "hono/html";
import type { HtmlString } from "#server/kit/html-page.ts";

/**
 * Where a script-loaded player mounts: an element that it finds by id, class or data attributes.
 * Our own player and those of providers are described alike.
 */
export type ScriptMount = {
  id?: string | undefined;
  className?: string | undefined;
  /** Names without "data-". */
  data: Readonly<Record<string, string>>;
};

export function mountElement({ id, className, data }: ScriptMount): HtmlString {
  return html`<div${attributes({
    id,
    class: className,
    ...Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value])),
  })}></div>`;
}

/** Attributes as HTML, values escaped; undefined ones are left out. Names must be known to be safe. */
export function attributes(values: Readonly<Record<string, string | undefined>>): HtmlString[] {
  return Object.entries(values)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => html` ${name}="${value}"`);
}
