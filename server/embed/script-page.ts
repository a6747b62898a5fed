import { html, raw } from "hono/html";
import { hashSource } from "#server/http/content-policy.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import type { EmbedDeps, EmbedReply } from "./embed-deps.ts";
import { scriptPolicy } from "./embed-policy.ts";
import { attributes, mountElement } from "./script-mount.ts";
import { watchProviderScript } from "./watch-provider-script.ts";

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
