import * as v from "valibot";

/** The dependencies in package-lock.json. */
const names = v.optional(v.record(v.string(), v.string()), {});
const entrySchema = v.looseObject({
  optional: v.optional(v.boolean(), false),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: v.optional(
    v.record(v.string(), v.object({ optional: v.optional(v.boolean(), false) })),
    {},
  ),
});
export const lockSchema = v.looseObject({
  name: v.string(),
  version: v.string(),
  lockfileVersion: v.number(),
  packages: v.record(v.string(), entrySchema),
});

type Entry = v.InferOutput<typeof entrySchema>;
type Packages = Readonly<Record<string, Entry>>;

/**
 * Paths of the named packages and of all their dependencies, as in package-lock.json
 * ("node_modules/a/node_modules/b") and in its order. Leaves out packages for other platforms.
 *
 * @param isInstalled returns true when a path exists on this disk.
 * @throws Error for a needed package that is not installed.
 */
export function packagePaths(
  packages: Packages,
  wanted: readonly string[],
  isInstalled: (place: string) => boolean,
): string[] {
  const found = new Set<string>();
  const waiting = wanted.map((name) => ({ name, from: "", isOptional: false }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const place = resolvePackage(packages, next.name, next.from);
    if (place !== null && found.has(place)) continue;
    if (place === null || !isInstalled(place)) {
      if (next.isOptional) continue;
      throw new Error(`${next.name} is not installed: run npm run build first.`);
    }
    found.add(place);
    waiting.push(...dependenciesOf(packages[place], place));
  }
  return Object.keys(packages).filter((place) => found.has(place));
}

type Need = { name: string; from: string; isOptional: boolean };

function dependenciesOf(entry: Entry | undefined, from: string): Need[] {
  if (entry === undefined) return [];
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = entry;
  const peers = Object.keys(peerDependencies).filter(
    (name) => peerDependenciesMeta[name]?.optional !== true,
  );
  const optional = Object.keys(optionalDependencies);
  const needed = [...Object.keys(dependencies), ...peers].filter(
    (name) => !optional.includes(name),
  );
  return [
    ...needed.map((name) => ({ name, from, isOptional: false })),
    ...optional.map((name) => ({ name, from, isOptional: true })),
  ];
}

/** Resolves a package like Node does from `from`: nested, or in a folder above. */
function resolvePackage(packages: Packages, name: string, from: string): string | null {
  for (let folder = from; ; folder = parentOf(folder)) {
    const place = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (place in packages) return place;
    if (folder === "") return null;
  }
}

function parentOf(place: string): string {
  const end = place.lastIndexOf("/node_modules/");
  return end < 0 ? "" : place.slice(0, end);
}
