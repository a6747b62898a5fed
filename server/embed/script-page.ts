import { html, raw } from "hono/html";
import type { HtmlString } from "#server/kit/html-page.ts";
import { hashSource } from "#server/http/security-headers.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import type { EmbedDeps, EmbedReply } from "./embed-deps.ts";
import { scriptPolicy } from "./embed-policy.ts";

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

/**
 * Runs in the browser, beside a provider's script in its frame; its source text is sent as it stands,
 * so it uses nothing from outside of itself. Tells our page when the provider's player has appeared
 * or its script has failed, and calls the script's function where the provider wants that. Our page
 * knows the sender by its window; there is nothing secret in what is said.
 */
export function watchProviderScript(): void {
  function tell(message: object): void {
    window.parent.postMessage({ v: 1, ...message }, "*");
  }

  function mountOf(script: HTMLScriptElement): Element | null {
    return script.previousElementSibling;
  }

  const observer = new MutationObserver(() => {
    if (!document.querySelector("iframe, video, object, embed, canvas")) return;
    observer.disconnect();
    tell({ t: "ready" });
  });
  observer.observe(document, { childList: true, subtree: true });

  // Neither event bubbles: both are caught on their way down.
  document.addEventListener(
    "load",
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return;
      const name = target.dataset["callFunction"];
      const called: unknown = name === undefined ? null : Reflect.get(window, name);
      if (typeof called === "function") called(mountOf(target));
    },
    true,
  );
  document.addEventListener(
    "error",
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return;
      if ("providerScript" in target.dataset) tell({ t: "error", code: "network" });
    },
    true,
  );
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") tell({ t: "key", key: "Escape" });
  });
}

type ScriptSource = Extract<ChannelSource, { kind: "script" }>;

/**
 * The watcher as inline script, allowed by its hash: a page without origin could load no script of
 * ours. It is written as a function and sent as its own source text.
 */
const WATCHER = `(${watchProviderScript.toString()})()`;

/** Whole elements, because whitespace around the content would change the hash. */
const WATCHER_ELEMENT = raw(`<script>${WATCHER}</script>`);

/** Whatever the script inserts on the page's own level fills the frame. */
const STYLE_ELEMENT =
  raw(`<style>html,body{height:100%;margin:0;overflow:hidden;background:#000;color:#fff}
#provider-mount,#provider-mount>div{width:100%;height:100%}
body>iframe,body>video,#provider-mount>iframe,#provider-mount>div>iframe{position:fixed;inset:0;width:100%!important;height:100%!important;border:0}</style>`);

/**
 * The inner page in which a provider's script runs, inserted by the parser: so it runs once, may use
 * document.write, finds its mount element or its own place, and dies with the frame.
 */
export function scriptPage(
  { config }: EmbedDeps,
  { source, title, isSandboxed }: { source: ScriptSource; title: string; isSandboxed: boolean },
): EmbedReply {
  const hosts = [...new Set([new URL(source.src).hostname, ...source.hosts])];
  return {
    policy: scriptPolicy(config, { hosts, isSandboxed, ownScript: hashSource(WATCHER) }),
    playerOrigins: "*",
    document: html`<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${STYLE_ELEMENT}
${WATCHER_ELEMENT}
</head>
<body>
<div id="provider-mount">
${mountElement({ id: source.mountId, className: source.mountClass, data: source.data })}
<script${attributes({
      ...source.attributes,
      src: source.src,
      "data-provider-script": "",
      "data-call-function": source.callFunction,
    })}></script>
</div>
</body>
</html>`,
  };
}
