import * as v from "valibot";
import type { UseQueryOptions } from "@tanstack/react-query";
import {
  ADD_TEXT_PATH,
  OFFERED_TEXTS_PATH,
  type OfferedTexts,
  offeredTextsSchema,
  REMOVE_TEXT_PATH,
  type StudioTexts,
  studioTextsSchema,
  TEXTS_PATH,
} from "#shared/studio/bible-texts.ts";
import { type ApiResult, failureOfStatus } from "#web/features/studio/kit/result.ts";
import { authorizationOf, type OpenClient } from "#web/features/studio/kit/documents.data.ts";
import { staffFetcher } from "#web/features/studio/kit/file-defaults.data.ts";
import { type Api, browserFetch } from "#web/lib/http/http.ts";

/** A running download changes book by book; otherwise little changes. */
const DOWNLOAD_POLL_INTERVAL_MS = 4_000;
const POLL_INTERVAL_MS = 60_000;

/** Query of installed texts and running downloads. */
export function textsQuery(api: Api, open: OpenClient): UseQueryOptions<StudioTexts> {
  return {
    queryKey: ["studio", "bible-texts"],
    refetchInterval: ({ state }) =>
      state.data?.coming.some(({ nextAt }) => nextAt === null)
        ? DOWNLOAD_POLL_INTERVAL_MS
        : POLL_INTERVAL_MS,
    queryFn: staffFetcher({ api, open }, TEXTS_PATH, studioTextsSchema),
  };
}

/** Query of the texts that can be added. */
export function offeredTextsQuery(api: Api, open: OpenClient): UseQueryOptions<OfferedTexts> {
  return {
    queryKey: ["studio", "bible-texts-offered"],
    staleTime: Infinity,
    retry: false,
    queryFn: staffFetcher({ api, open }, OFFERED_TEXTS_PATH, offeredTextsSchema),
  };
}

/** Downloads a text of the service, or retries at once. */
export function addText(open: OpenClient, serviceId: string): Promise<ApiResult<StudioTexts>> {
  return change(open, ADD_TEXT_PATH, serviceId);
}

/** Removes an installed text, or cancels its download. */
export function removeText(open: OpenClient, id: string): Promise<ApiResult<StudioTexts>> {
  return change(open, REMOVE_TEXT_PATH, id);
}

async function change(open: OpenClient, path: string, id: string): Promise<ApiResult<StudioTexts>> {
  const headers = { authorization: await authorizationOf(open) };
  const url = `${path}?${new URLSearchParams({ id })}`;
  const response = await browserFetch(url, { method: "POST", headers }).catch(() => null);
  if (response === null) return { ok: false, failure: "offline" };
  const found = v.safeParse(studioTextsSchema, await response.json().catch(() => null));
  if (response.ok && found.success) return { ok: true, value: found.output };
  return { ok: false, failure: failureOfStatus(response.status) };
}
