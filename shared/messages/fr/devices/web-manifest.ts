import type { webManifest as en } from "#shared/messages/en/devices/web-manifest.ts";

export const webManifest = {
  phoneScreen: "Neuf catégories de vidéos sur un téléphone",
  wideScreen: "Neuf catégories de vidéos sur un grand écran",
} satisfies typeof en;
