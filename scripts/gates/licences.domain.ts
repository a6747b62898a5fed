/** Data of package-lock.json about the shipped packages. */
export type LockedPackages = Readonly<
  Record<
    string,
    {
      readonly dev?: boolean | undefined;
      readonly license?: string | undefined;
      /** A link to one of our own packages. */
      readonly link?: boolean | undefined;
    }
  >
>;

/** Licences that allow any use of a package: run it, bundle it, distribute it. */
const FREE = new Set(
  "MIT MIT-0 ISC BSD-2-Clause BSD-3-Clause 0BSD Apache-2.0 BlueOak-1.0.0 Unlicense CC0-1.0".split(
    " ",
  ),
);

/** Licences with conditions that these packages fulfil when used unchanged (decision 003). */
const BY_NAME: readonly (readonly [name: RegExp, licence: string])[] = [
  [/^@img\/sharp-/, "LGPL-3.0-or-later"],
  [/^lightningcss(?:-|$)/, "MPL-2.0"],
  [/^web-push$/, "MPL-2.0"],
  [/^(?:mediabunny|@mediabunny\/aac-encoder)$/, "MPL-2.0"],
];

/** Suffixes of packages that hold a binary for one platform. */
const PLATFORM = /-(?:android|darwin|freebsd|linux|openharmony|wasm32|win32)(?:-[\w-]+)?$/;

/** Counts the shipped packages and lists those whose licence does not allow it. */
export function licenceErrors(packages: LockedPackages): { count: number; errors: string[] } {
  const shipped = Object.entries(packages).filter(
    ([path, entry]) => path.includes("node_modules/") && !entry.dev && !entry.link,
  );
  const errors = shipped.flatMap(([path, { license }]) => {
    const name = nameOf(path);
    const licence = license ?? licenceOfFamily(packages, path);
    if (licence === null) return [`${name} names no licence`];
    return isAllowed(name, licence) ? [] : [`${name} is under ${licence}`];
  });
  return { count: shipped.length, errors };
}

/** Evaluates an SPDX expression: one side of OR is enough, both sides of AND are needed. */
function isAllowed(name: string, licence: string): boolean {
  const parts = licence.replaceAll(/[()]/g, "").split(/ OR /);
  return parts.some((choice) =>
    choice
      .split(/ AND /)
      .every(
        (one) =>
          FREE.has(one) || BY_NAME.some(([names, known]) => names.test(name) && known === one),
      ),
  );
}

/** A binary for another platform, which is not installed here, has its package's licence. */
function licenceOfFamily(packages: LockedPackages, path: string): string | null {
  const family = path.replace(PLATFORM, "");
  if (family === path) return null;
  const relative = Object.entries(packages).find(
    ([other, { license }]) =>
      license !== undefined && (other === family || other.replace(PLATFORM, "") === family),
  );
  return relative?.[1].license ?? null;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}
