import { OWN_VIDEOS_PATH } from "#shared/contracts/own-videos.ts";
import { withTimeLimit } from "#shared/time-limit.ts";
import { authorizationOf, type OpenClient } from "#web/features/studio/kit/documents.data.ts";
import { browserFetch } from "#web/lib/http/http.ts";
import type { UploadAnswer } from "./file-upload.ts";

/** The smallest part needs so long at 20 kbit/s. */
const PART_LIMIT_MS = 60_000;

/** Returns the two requests with which a file is uploaded; they never reject. */
export function uploadRequests(
  open: OpenClient,
  path: string,
): {
  head: (signal: AbortSignal) => Promise<UploadAnswer>;
  patch: (offset: number, bytes: ArrayBuffer, signal: AbortSignal) => Promise<UploadAnswer>;
} {
  async function send(
    init: Omit<RequestInit, "headers"> & { headers?: Record<string, string> },
    caller: AbortSignal,
  ): Promise<UploadAnswer> {
    try {
      const authorization = await authorizationOf(open);
      return await withTimeLimit(
        PART_LIMIT_MS,
        async (signal) => {
          const headers = { authorization, "tus-resumable": "1.0.0", ...init.headers };
          const response = await browserFetch(`${OWN_VIDEOS_PATH}/${path}`, {
            ...init,
            headers,
            signal,
          });
          const told = response.headers.get("upload-offset");
          const offset = told !== null && /^\d{1,12}$/.test(told) ? Number(told) : null;
          return { status: response.status, offset };
        },
        caller,
      );
    } catch {
      return { status: 0, offset: null };
    }
  }
  return {
    head: (signal) => send({ method: "HEAD", cache: "no-store" }, signal),
    patch: (offset, body, signal) =>
      send(
        {
          method: "PATCH",
          headers: {
            "content-type": "application/offset+octet-stream",
            "upload-offset": String(offset),
          },
          body,
        },
        signal,
      ),
  };
}
