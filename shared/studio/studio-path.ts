import { splitLanguage } from "#shared/languages.ts";

/** Returns true for the path of a page of the studio, in whichever language. */
export function isStudioPath(pathname: string): boolean {
  const { path } = splitLanguage(pathname);
  return path === "/studio" || path.startsWith("/studio/");
}
