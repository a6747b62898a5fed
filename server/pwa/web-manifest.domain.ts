import { type Language, localisedPath } from "#shared/languages.ts";
import { CATALOGUE } from "#shared/messages/catalogue.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { webManifestMessages } from "#shared/messages/devices/web-manifest.ts";
import type { Ministry } from "#shared/site/ministry.ts";

/** The brand's purple as in the icon, and the background of the light theme. */
const THEME_COLOR = "#4a1f8f";
const BACKGROUND_COLOR = "#faf9fc";

/**
 * The web app manifest in a language. All languages name the same app (`id`), so that a change of language does not
 * install it twice.
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
      image("icon-192.png", "192x192"),
      image("icon-512.png", "512x512"),
      { ...image("maskable-512.png", "512x512"), purpose: "maskable" },
    ],
    screenshots: [
      {
        ...image("screen-narrow.webp", "780x1688"),
        form_factor: "narrow",
        label: texts.phoneScreen,
      },
      { ...image("screen-wide.webp", "1280x800"), form_factor: "wide", label: texts.wideScreen },
    ],
    shortcuts: shortcuts.map((shortcut) => ({
      name: shortcut.name,
      url: localisedPath(shortcut.path, language),
      icons: [image("icon-192.png", "192x192")],
    })),
  };
}

function image(file: string, sizes: string): { src: string; sizes: string; type: string } {
  return { src: `/icons/${file}`, sizes, type: `image/${file.split(".").at(-1)}` };
}
