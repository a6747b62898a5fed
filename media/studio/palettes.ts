/** Five colours: deep shadow, shade, middle, light, and the accent of lettering and highlights. */
export type Palette = readonly [
  deep: string,
  shade: string,
  mid: string,
  light: string,
  accent: string,
];

/** Each category uses a few of these, so that its row on Home looks uniform. */
export const PALETTES = {
  "royal-dawn": ["#141433", "#3b2f6b", "#b8627a", "#f0a45c", "#ffe2a3"],
  "gold-morning": ["#1a1a3a", "#5a3a5e", "#cf7a4f", "#f4b860", "#fff0c2"],
  "rose-morning": ["#1d1636", "#5b3566", "#c7678b", "#f0a3a0", "#ffe6d0"],
  "midnight-teal": ["#060b24", "#10325a", "#1f8a8c", "#5fe0b0", "#d9fff0"],
  "violet-sky": ["#0a0824", "#2c1a5c", "#6a3fb0", "#c08cf0", "#ffe6ff"],
  "indigo-gold": ["#070a22", "#1b2258", "#5a4a9a", "#d9a85a", "#fff0c8"],
  "emerald-light": ["#04201e", "#0d4a40", "#2a8a68", "#a8d88a", "#fff4c4"],
  "jade-dawn": ["#062128", "#12505a", "#3c9a8e", "#e8c887", "#fff3d2"],
  "amber-hearth": ["#200d10", "#5a1f1c", "#b4582c", "#f2a64e", "#ffe4b0"],
  "rose-hearth": ["#220c1c", "#5e1e3c", "#b34a5c", "#f29a7c", "#ffe3cd"],
  "wine-candle": ["#16060f", "#43101f", "#93361f", "#f09a3c", "#fff0bc"],
  "plum-candle": ["#120818", "#361440", "#7a3468", "#f0a860", "#fff0cc"],
  "turquoise-bay": ["#04283c", "#0a5a74", "#22a0aa", "#98e6d4", "#fdfbe0"],
  "green-pasture": ["#0e2e1c", "#2c6a34", "#7ec0dc", "#cfe6c0", "#fffbe6"],
  "harvest-field": ["#2a2410", "#7a6420", "#8fc0d8", "#f0d898", "#fffbe8"],
  "teal-orange": ["#06161f", "#17475a", "#a66a4a", "#f2a45e", "#ffe4b8"],
  "storm-blue": ["#070f1c", "#1d3550", "#58788c", "#b8d0d4", "#fdf6de"],
  "crimson-dusk": ["#12091a", "#46163a", "#b03a3a", "#f2884a", "#ffdda0"],
  "desert-sand": ["#4a1f1c", "#5a5f92", "#d68a58", "#f7c98c", "#fff2d4"],
  "night-blue": ["#040a1e", "#102a5c", "#3f68a8", "#a8c8f0", "#fffbe6"],
  "magenta-silk": ["#1a0630", "#5a1272", "#c03a94", "#ff9cb8", "#ffe9d6"],
  "sapphire-silk": ["#060f34", "#16389a", "#3f86e0", "#a5dcff", "#fff6da"],
  "gold-silk": ["#25120c", "#7a4414", "#c8862c", "#f7cf76", "#fff5d2"],
  "violet-silk": ["#120a3a", "#3c2298", "#8a5ae0", "#e0b4ff", "#fff0e0"],
  "royal-blue": ["#06133e", "#123a94", "#3c78d8", "#f0c060", "#fff3cc"],
  "purple-gold": ["#1a0a3c", "#47208a", "#8a52c4", "#f2c060", "#fff3cc"],
  "crimson-gold": ["#2a0614", "#7e1026", "#c43c3a", "#f2b858", "#fff2cc"],
} as const satisfies Record<string, Palette>;

export type PaletteName = keyof typeof PALETTES;

export function isPaletteName(value: unknown): value is PaletteName {
  return typeof value === "string" && Object.hasOwn(PALETTES, value);
}
