import { html } from "hono/html";
import { type ChannelId, channelNamed } from "#shared/live/channels.ts";
import type { ForeignConfig } from "#shared/embed/embed-config.ts";
import { EMBED_TEXTS } from "#shared/messages/embed.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import type { EmbedDeps, EmbedReply } from "./embed-deps.ts";
import { embedDocument } from "./embed-page.ts";
import { FRAME_SANDBOX, parentOrigins, providerPolicy, SCRIPT_SANDBOX } from "./embed-policy.ts";
import { type EmbedQuery, hasConsent } from "./embed-query.ts";

const PROVIDER_ENTRY = "web/embed/provider.ts";
const PLAYER_FEATURES = [
  "autoplay",
  "fullscreen",
  "picture-in-picture",
  "encrypted-media",
] as const;

export type ProviderSource = Extract<ChannelSource, { kind: "iframe" | "script" }>;

type ProviderPageSettings = {
  id: ChannelId;
  query: EmbedQuery;
  source: ProviderSource;
  poster: string | null;
  fallbackUrl: string | null;
  follow: ForeignConfig["follow"];
  /** True on the embed origin, where a provider's script may keep its origin. */
  isOnEmbedOrigin: boolean;
};

/** Our page around a provider's player, which runs in a frame of its own (R-21). */
export function providerPage(
  { ministry, config, assets }: EmbedDeps,
  page: ProviderPageSettings,
): EmbedReply {
  const { id, query, source } = page;
  const name = channelNamed(ministry.channels, id).name[query.language];
  const frame = source.kind === "iframe" ? foreignFrame(source) : scriptFrame(page);
  const host = new URL(source.kind === "iframe" ? source.url : source.src).hostname;
  const settings: ForeignConfig = {
    language: query.language,
    texts: EMBED_TEXTS[query.language],
    parentOrigins: parentOrigins(config),
    title: name,
    isMuted: query.muted,
    shouldAutoplay: query.autoplay,
    isAskedFor: query.tap,
    savesData: query.saver,
    follow: page.follow,
    frameKind: source.kind,
    frameUrl: frame.url,
    sandbox: frame.sandbox,
    allow: PLAYER_FEATURES.map((feature) => `${feature} ${frame.allowedFor}`.trim()).join("; "),
    host,
    needsConsent: !hasConsent(query, host),
    poster: page.poster,
    fallbackUrl: page.fallbackUrl,
  };
  return {
    policy: providerPolicy(config, frame.sources, frame.probes),
    playerOrigins: frame.playerOrigins,
    document: embedDocument({
      language: query.language,
      title: name,
      entry: assets(PROVIDER_ENTRY),
      config: settings,
      body: html`<div class="mount" data-provider></div>`,
    }),
  };
}

type FrameSettings = {
  url: string;
  sandbox: string | null;
  /** Origins in the `allow` attribute; "" is the origin of the frame's URL. */
  allowedFor: "" | "*";
  sources: readonly string[];
  probes: readonly string[];
  playerOrigins: readonly string[] | "*";
};

function foreignFrame({ url, hosts }: Extract<ProviderSource, { kind: "iframe" }>): FrameSettings {
  const origins = [...new Set([new URL(url).origin, ...hosts.map((host) => `https://${host}`)])];
  return {
    url,
    sandbox: FRAME_SANDBOX.join(" "),
    allowedFor: "",
    sources: origins,
    probes: [new URL(url).origin],
    playerOrigins: origins,
  };
}

function scriptFrame({ id, query, isOnEmbedOrigin }: ProviderPageSettings): FrameSettings {
  const parameters = new URLSearchParams({
    ...(query.source === "fallback" && { source: query.source }),
    ...(query.preview !== null && { preview: query.preview }),
  });
  return {
    url: `/embed/script/${id}${parameters.size > 0 ? `?${parameters}` : ""}`,
    sandbox: isOnEmbedOrigin ? null : SCRIPT_SANDBOX.join(" "),
    // No origin name matches a frame without origin: only "*" permits autoplay and full screen.
    allowedFor: "*",
    sources: ["'self'"],
    probes: [],
    playerOrigins: "*",
  };
}
