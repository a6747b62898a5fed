import type { PushMessage } from "#shared/contracts/push.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";

/** Parses a push message of our server; null for anything else. */
export function readPush(text: string): PushMessage | null {
  const message = parseJson(text);
  if (typeof message !== "object" || message === null) return null;
  const read = (name: keyof PushMessage): string => {
    const value: unknown = Reflect.get(message, name);
    return typeof value === "string" ? value : "";
  };
  const found: PushMessage = {
    title: read("title"),
    body: read("body"),
    url: ownPath(read("url")),
    tag: read("tag"),
    language: read("language"),
  };
  return found.title === "" ? null : found;
}

/** Returns the page that a notification opens; Home for one without a path, such as the welcome. */
export function pathOfNotification(data: unknown): string {
  if (typeof data !== "object" || data === null || !("url" in data)) return "/";
  return typeof data.url === "string" ? ownPath(data.url) : "/";
}

/** Returns a path of this site, never a URL of another one. */
function ownPath(path: string): string {
  return /^\/(?![/\\])/.test(path) ? path : "/";
}
