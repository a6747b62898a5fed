import { type Language, localisedPath } from "#shared/languages.ts";
import { CATALOGUE } from "#shared/messages/catalogue.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { webManifestMessages } from "#shared/messages/devices/web-manifest.ts";
import type { Ministry } from "#shared/site/ministry.ts";

/** The brand's purple, as the icon has it, and the canvas of the light theme. */
const THEME_COLOR = "#4a1f8f";
const BACKGROUND_COLOR = "#faf9fc";

/**
 * The web app manifest in a language. Both name the same app (`id`), so that a visitor who changes the
 * language does not install it twice.
 */
export function webManifest({ name, tagline }: Ministry, language: Language): object {
  const { home, shell } = CATALOGUE[language];
  const texts = webManifestMessages[language];
  const shortcuts = [
    { name: shell.liveTv, path: "/live-tv" },
    { name: shell.bible, path: "/bible" },
    { name: devotionalMessages[language].title, path: "/devotional" },
    { name: shell.videos, path: "/video-on-demand" },
  ];
  return {
    id: "/",
    name: `${name} – ${tagline[language]}`,
    short_name: name,
    description: home.description,
    lang: language,
    dir: "ltr",
    start_url: localisedPath("/", language),
    scope: "/",
    display: "standalone",
    theme_color: THEME_COLOR,
    background_color: BACKGROUND_COLOR,
    categories: ["lifestyle", "entertainment", "education", "books"],
    icons: [
      picture("icon-192.png", "192x192"),
      picture("icon-512.png", "512x512"),
      { ...picture("maskable-512.png", "512x512"), purpose: "maskable" },
    ],
    screenshots: [
      {
        ...picture("screen-narrow.webp", "780x1688"),
        form_factor: "narrow",
        label: texts.phoneScreen,
      },
      { ...picture("screen-wide.webp", "1280x800"), form_factor: "wide", label: texts.wideScreen },
    ],
    shortcuts: shortcuts.map((shortcut) => ({
      name: shortcut.name,
      url: localisedPath(shortcut.path, language),
      icons: [picture("icon-192.png", "192x192")],
    })),
  };
}

function picture(file: string, sizes: string): { src: string; sizes: string; type: string } {
  return { src: `/icons/${file}`, sizes, type: `image/${file.split(".").at(-1)}` };
}
