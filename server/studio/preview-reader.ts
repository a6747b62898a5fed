import { z } from "zod";
import { DOCUMENT_KINDS, type StudioDocument } from "#shared/studio/documents.ts";
import type { DocumentsDeps } from "./read-documents.ts";

const answerSchema = z.nullable(
  z.object({
    kind: z.enum(DOCUMENT_KINDS),
    id: z.string(),
    body: z.record(z.string(), z.unknown()),
  }),
);

/** A document as somebody wants to see it before it is published. */
export type PreviewedDocument = Pick<StudioDocument, "kind" | "id"> & {
  readonly body: NonNullable<StudioDocument["body"]>;
};

/** Finds what a token of a preview's link stands for; null for one that is over, or none. */
export type PreviewReader = (token: string) => Promise<PreviewedDocument | null>;

/** As the database makes them: 32 random bytes. */
const TOKEN = /^[\w-]{32,128}$/;

/** @throws Error from the reader when the backend does not answer. */
export function createPreviewReader({ transport, publishableKey }: DocumentsDeps): PreviewReader {
  return async (token) => {
    if (!TOKEN.test(token)) return null;
    const response = await transport("/rest/v1/rpc/studio_previewed", {
      method: "POST",
      headers: { apikey: publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ p_token: token }),
    });
    if (!response.ok) throw new Error(`A preview could not be read: HTTP ${response.status}`);
    return answerSchema.parse(await response.json());
  };
}
