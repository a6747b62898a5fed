import { existsSync, readdirSync, readFileSync } from "node:fs";

/** A text file that people write. */
export type ProjectText = { readonly path: string; readonly text: string };

const FOLDERS = ["shared", "web", "server", "packages", "supabase", "scripts", "tests", "docs"];
const TEXT_NAME = /\.(?:tsx?|mts|mjs|sql|css|md)$/;

/** Returns every source file and document, without generated and bundled files. */
export function projectTexts(): ProjectText[] {
  const root = readdirSync(".").filter((name) => TEXT_NAME.test(name));
  const paths = [...root, ...FOLDERS.filter((folder) => existsSync(folder)).flatMap(textsBelow)];
  return paths.map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

function textsBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : textsBelow(path);
    return TEXT_NAME.test(entry.name) ? [path] : [];
  });
}
