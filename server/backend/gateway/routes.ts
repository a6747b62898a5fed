import type { Part } from "./gateway-error.ts";

/** Where the parts live; the same paths as on Supabase. */
export const MOUNTS: Readonly<Record<Part, string>> = {
  auth: "/auth/v1",
  rest: "/rest/v1",
  storage: "/storage/v1",
  functions: "/functions/v1",
  realtime: "/realtime/v1",
};

/** Links of mails, and what other applications call (OAuth 2.1), which know no key of ours. */
const KEYLESS_POSTS = new Set(["/verify/follow", "/oauth/token", "/oauth/clients/register"]);
const KEYLESS_READS = new Set(["/verify", "/authorize", "/oauth/authorize", "/oauth/userinfo"]);

/** @param path below the mount of storage. */
export function isResumable(path: string): boolean {
  return /^\/upload\/resumable(?:\/|$)/.test(path);
}

/**
 * Routes that work without an API key: links in mails, redirects of sign-in providers, public keys,
 * files that are public or signed.
 *
 * @param path below the part's mount.
 */
export function isKeyless(part: Part, method: string, path: string): boolean {
  const isRead = method === "GET" || method === "HEAD";
  switch (part) {
    case "auth":
      if (path === "/callback") return method === "GET" || method === "POST";
      if (KEYLESS_POSTS.has(path)) return method === "POST";
      return isRead && (KEYLESS_READS.has(path) || path.startsWith("/.well-known/"));
    case "storage":
      if (/^\/upload\/resumable\/sign(?:\/|$)/.test(path)) return true;
      return isRead
        ? /^\/(?:object\/(?:public|sign|info\/public)|render\/image\/(?:public|sign))\//.test(path)
        : method === "PUT" && path.startsWith("/object/upload/sign/");
    case "rest":
    case "functions":
    case "realtime":
      return false;
  }
}
