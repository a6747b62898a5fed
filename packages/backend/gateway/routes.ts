import type { Part } from "./gateway-error.ts";

/** Paths of the services, as on Supabase. */
export const MOUNTS: Readonly<Record<Part, string>> = {
  auth: "/auth/v1",
  rest: "/rest/v1",
  storage: "/storage/v1",
  functions: "/functions/v1",
  realtime: "/realtime/v1",
};

/** @param path below the storage mount. */
export function isResumable(path: string): boolean {
  return /^\/upload\/resumable(?:\/|$)/.test(path);
}

/**
 * Returns true for routes without an API key: links in mails, redirects of sign-in providers,
 * public keys, public or signed files.
 *
 * @param path below the service's mount.
 */
export function isKeyless(part: Part, method: string, path: string): boolean {
  const isRead = method === "GET" || method === "HEAD";
  switch (part) {
    case "auth":
      if (path === "/callback") return method === "GET" || method === "POST";
      if (path === "/verify/follow") return method === "POST";
      return isRead && (/^\/(?:verify|authorize)$/.test(path) || path.startsWith("/.well-known/"));
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
