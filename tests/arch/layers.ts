import { type SourceFile, resolveImport } from "./source-file.ts";

/**
 * Rooms of the repository and the arrows between them (docs/architecture.md). A room may use itself
 * and what is listed; nothing else.
 */
const ARROWS = {
  shared: [],
  "web/lib": ["shared"],
  /** What several features and their views need of a visitor's device: speech, watching, the data saver. */
  "web/base": ["web/lib", "shared"],
  "web/ui": ["web/base", "web/lib", "shared"],
  "web/features": ["web/ui", "web/base", "web/lib", "shared"],
  "web/app": ["web/features", "web/ui", "web/base", "web/lib", "shared"],
  "web/embed": ["shared"],
  "web/tv": ["shared"],
  "web/worker": ["shared"],
  /** Speaks supabase-js's protocol and knows nothing of the product: no arrow to shared. */
  "server/backend": ["server/backend/functions", "server/database", "server/kit"],
  /** Runs the functions, so it alone shares their contract with them. */
  "server/backend/functions": [
    "server/backend",
    "server/database",
    "server/kit",
    "functions contract",
  ],
  /** The clusters, roles and pools; it would serve another backend as well. */
  "server/database": ["server/kit"],
  /**
   * What every server room may use and what knows no room: log, start errors, validators, stores. The
   * HTTP client and the book of faults are the functions' own; rooms have them from here.
   */
  "server/kit": ["functions contract"],
  server: ["server/backend", "server/database", "server/kit", "shared"],
  "supabase/functions": ["functions contract"],
  /** What host and function agree on and both use; it says nothing of the product. */
  "functions contract": [],
} as const satisfies Record<string, readonly string[]>;

export type Layer = keyof typeof ARROWS;

/** Files that belong to another room than their folder's. */
const ROOM_BY_FILE: ReadonlyMap<string, Layer> = new Map([
  ["supabase/functions/_shared/runtime/runtime.ts", "functions contract"],
  ["supabase/functions/_shared/runtime/fault-registry.ts", "functions contract"],
  ["supabase/functions/_shared/runtime/durations.ts", "functions contract"],
  ["supabase/functions/_shared/outbound/bounded-fetch.ts", "functions contract"],
  ["supabase/functions/_shared/outbound/upstream.ts", "functions contract"],
]);

/** Imports against an arrow that have a reason of their own: importing file, then what it imports. */
const REASONED: ReadonlyMap<string, string> = new Map([
  // Functions may import nothing of the server, and a second table of entities would drift from the first.
  [
    "server/bible/providers/html-verses.domain.ts",
    "supabase/functions/_shared/playlist/provider-text.domain.ts",
  ],
]);
/** Longest name first, so that server/backend is found before server. */
const LAYERS = Object.keys(ARROWS).toSorted((a, b) => b.length - a.length);

/** The room a file belongs to; null for tests, scripts, the media studio and packages, which are free. */
export function layerOf(path: string): Layer | null {
  if (/\.test\.tsx?$|\.fixture\.ts$/.test(path)) return null;
  const room = ROOM_BY_FILE.get(path);
  if (room) return room;
  const found = LAYERS.find((layer) => path.startsWith(`${layer}/`));
  return isLayer(found) ? found : null;
}

function isLayer(name: string | undefined): name is Layer {
  return name !== undefined && name in ARROWS;
}

export type Edge = {
  readonly from: string;
  readonly to: string;
  readonly fromLayer: Layer;
  readonly toLayer: Layer;
};

/** Every import between two of our own rooms' files. */
export function edgesOf(files: readonly SourceFile[]): Edge[] {
  return files.flatMap((file) => {
    const fromLayer = layerOf(file.path);
    if (!fromLayer) return [];
    return file.imports.flatMap(({ specifier }) => {
      const to = resolveImport(file.path, specifier);
      const toLayer = layerOf(to);
      return toLayer ? [{ from: file.path, to, fromLayer, toLayer }] : [];
    });
  });
}

/** Imports against an arrow, as lines for people. */
export function wrongArrows(files: readonly SourceFile[]): string[] {
  return edgesOf(files)
    .filter(({ from, to, fromLayer, toLayer }) => {
      const allowed: readonly string[] = ARROWS[fromLayer];
      return fromLayer !== toLayer && !allowed.includes(toLayer) && REASONED.get(from) !== to;
    })
    .map(({ from, to, fromLayer }) => `${from} -> ${to} (${arrowWords(fromLayer)})`);
}

function arrowWords(layer: Layer): string {
  const allowed = ARROWS[layer];
  return allowed.length > 0
    ? `${layer} may use ${allowed.join(", ")}`
    : `${layer} uses itself only`;
}

/** A feature that imports another one, and a function that imports another one. */
export function crossImports(files: readonly SourceFile[]): string[] {
  return edgesOf(files)
    .filter(({ from, to, fromLayer, toLayer }) => {
      if (fromLayer !== toLayer) return false;
      if (fromLayer === "web/features") return roomIn(from, fromLayer) !== roomIn(to, fromLayer);
      if (fromLayer !== "supabase/functions") return false;
      const target = roomIn(to, fromLayer);
      return target !== "_shared" && target !== roomIn(from, fromLayer);
    })
    .map(({ from, to }) => `${from} -> ${to}`);
}

function roomIn(path: string, layer: Layer): string {
  return path.slice(layer.length + 1).split("/")[0] ?? "";
}

/** Free code (tests, scripts, the media studio) that product code imports. */
export function importsOfFreeCode(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => layerOf(path) !== null)
    .flatMap((file) =>
      file.imports
        .map(({ specifier }) => resolveImport(file.path, specifier))
        .filter((to) => /^(?:tests|scripts|media\/studio)\/|\.test\.tsx?$|\.fixture\.ts$/.test(to))
        .map((to) => `${file.path} -> ${to}`),
    );
}
