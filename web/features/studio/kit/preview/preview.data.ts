import { z } from "zod";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { type ApiResult, toApiResult } from "#web/features/studio/kit/result.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";

export type PreviewName = Pick<StudioDocument, "kind" | "id">;

/** Creates the token of a preview link. */
export async function makePreview(
  open: OpenClient,
  { kind, id }: PreviewName,
  body: object,
): Promise<ApiResult<string>> {
  const result = await open().rpc("studio_preview", {
    p_kind: kind,
    p_id: id,
    p_body: z.record(z.string(), z.json()).parse(body),
  });
  return toApiResult(result, () => z.string().parse(result.data));
}
