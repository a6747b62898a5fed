import { html, raw } from "hono/html";
import type { HtmlString } from "@reign-tv/kit/html-page.ts";
import { hashSource } from "#server/http/security-headers.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import type { EmbedDeps, EmbedReply } from "./embed-page.ts";
import { scriptPolicy } from "./embed-policy.ts";

/**
 * Mount element of a script-loaded player, found by id, class or data attributes. Describes our player and those of
 * providers.
 */
type ScriptMount = {
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

/** Renders attributes with escaped values; skips undefined ones. Names are not escaped. */
function attributes(values: Readonly<Record<string, string | undefined>>): HtmlString[] {
  return Object.entries(values)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => html` ${name}="${value}"`);
}

/**
 * Runs in the browser in a provider's frame. Sent as source text, so it must not use anything outside of itself.
 * Reports when the provider's player appears or its script fails, and calls the script's function if configured. The
 * parent identifies the sender by its window; messages contain no secrets.
 */
function watchProviderScript(): void {
  function post(message: object): void {
    window.parent.postMessage({ v: 1, ...message }, "*");
  }

  function mountOf(script: HTMLScriptElement): Element | null {
    return script.previousElementSibling;
  }

  const observer = new MutationObserver(() => {
    if (!document.querySelector("iframe, video, object, embed, canvas")) return;
    observer.disconnect();
    post({ t: "ready" });
  });
  observer.observe(document, { childList: true, subtree: true });

  // Neither event bubbles: listen in the capture phase.
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
      if ("providerScript" in target.dataset) post({ t: "error", code: "network" });
    },
    true,
  );
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") post({ t: "key", key: "Escape" });
  });
}

type ScriptSource = Extract<ChannelSource, { kind: "script" }>;

/**
 * Inline script, allowed by its hash: a page without origin cannot load our scripts. Written as a function and sent as
 * its source text.
 */
const WATCHER = `(${watchProviderScript.toString()})()`;

/** Whole elements, because whitespace around the content would change the hash. */
const WATCHER_ELEMENT = raw(`<script>${WATCHER}</script>`);

/** Elements that the script inserts at top level fill the frame. */
const STYLE_ELEMENT =
  raw(`<style>html,body{height:100%;margin:0;overflow:hidden;background:#000;color:#fff}
#provider-mount,#provider-mount>div{width:100%;height:100%}
body>iframe,body>video,#provider-mount>iframe,#provider-mount>div>iframe{position:fixed;inset:0;width:100%!important;height:100%!important;border:0}</style>`);

/**
 * The inner page that runs a provider's script. The parser inserts the script, so that it runs once and may use
 * document.write and find its own position.
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
