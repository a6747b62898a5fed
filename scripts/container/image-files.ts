/**
 * Files of the repository in the container image. The Dockerfile and the test that runs the image's files
 * without an engine share this list.
 */

/** Files and folders of the repository, by their paths in it. */
export const PRODUCT_PATHS = [
  "LICENSE",
  "ministry.json",
  "media",
  "packages",
  "scripts/doctor",
  "scripts/commands",
  "server",
  "shared",
  "supabase",
  "web/app/favicon.svg",
  "web/app/icons",
] as const;

/** Excluded parts of these, for tests, the development server, checkouts and readers of the sources. */
const EXCLUDED = [
  /\.(?:test|fixture)\.(?:tsx?|json)$/,
  /^packages\/backend\/(?:testing\/|README\.md$)/,
  /^supabase\/tests\//,
  /^supabase\/schema\.sql$/,
  /^server\/pages\/development-web-app\.ts$/,
  // An image is replaced, not upgraded.
  /^(?:packages\/operations\/upgrade\/|scripts\/commands\/upgrade\.ts$)/,
  /^media\/(?:README\.md$|studio\/)/,
];

/** Not needed at run time: source maps, types, and originals of patched files. */
const NOT_RUN = /\.(?:map|orig|d\.[cm]?ts)$/;
/** PostgreSQL's own tests, and languages whose interpreters no slim image has. */
const POSTGRES_EXTRAS = /^native\/lib\/postgresql\/(?:pgxs(?:\/|$)|\w*pl(?:perl|python3|tcl)\.so$)/;

/**
 * Dependencies of the web app's build; all others go into the image with their own dependencies. `node` is
 * the base image's.
 */
export const BUILD_ONLY: ReadonlySet<string> = new Set([
  "@mediabunny/aac-encoder",
  "@tailwindcss/vite",
  "@tanstack/react-query",
  "@vitejs/plugin-react",
  "clsx",
  "diff",
  "hls.js",
  "lucide-react",
  "node",
  "react",
  "react-dom",
  "react-router",
  "tailwindcss",
  "vite",
]);

/** Returns true for operators' commands whose files are in the image. */
export function isImageCommand(command: string): boolean {
  const file = /(?:server|scripts)\/[\w/-]+\.ts/.exec(command)?.[0];
  return file !== undefined && !command.includes("setup.mjs") && isProductFile(file);
}

/** Returns true when a file of the repository is in the image. */
export function isProductFile(path: string): boolean {
  const isListed = PRODUCT_PATHS.some((listed) => path === listed || path.startsWith(`${listed}/`));
  return isListed && !EXCLUDED.some((pattern) => pattern.test(path));
}

/** Returns true when a file of a package is in the image, by its path below the package's folder. */
export function isPackageFile(path: string): boolean {
  const leftOut = [/(?:^|\/)node_modules(?:\/|$)/, NOT_RUN, POSTGRES_EXTRAS];
  return !leftOut.some((pattern) => pattern.test(path));
}
