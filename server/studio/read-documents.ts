import { z } from "zod";
import { DOCUMENT_KINDS, type StudioDocument } from "#shared/studio/documents.ts";
import type { Transport } from "#shared/transport.ts";

const rowsSchema = z.array(
  z.object({
    kind: z.enum(DOCUMENT_KINDS),
    id: z.string(),
    body: z.record(z.string(), z.unknown()).nullable(),
    version: z.number(),
    updated_at: z.string(),
  }),
);
const stateSchema = z.array(z.object({ revision: z.number() }));

export type DocumentsDeps = {
  /** Calls the backend's REST service. */
  transport: Transport;
  publishableKey: string;
};

/** Reads the published documents. */
export type DocumentReader = {
  /** True if it reads as a visitor, who does not see future announcements and hidden documents. */
  readonly isVisitor?: boolean;
  /** A number that increases with each change. */
  revision(): Promise<number>;
  /** All documents of the ministry, except devotionals, which are read by their pages. */
  read(): Promise<StudioDocument[]>;
};

/**
 * Reads with the secret key if there is one: the server needs hidden documents and future announcements.
 *
 * @throws Error from its functions when the backend fails.
 */
export function createDocumentReader({
  transport,
  publishableKey,
  secretKey = null,
}: DocumentsDeps & { secretKey?: string | null }): DocumentReader {
  const headers: Record<string, string> =
    secretKey === null
      ? { apikey: publishableKey }
      : { apikey: secretKey, authorization: `Bearer ${secretKey}` };

  async function rows<Row>(schema: z.ZodType<Row>, path: string): Promise<Row> {
    const response = await transport(`/rest/v1/${path}`, { headers });
    if (!response.ok) throw new Error(`The studio could not be read: HTTP ${response.status}`);
    return schema.parse(await response.json());
  }

  return {
    isVisitor: secretKey === null,
    async revision() {
      const [state] = await rows(stateSchema, "studio_state?select=revision");
      return state?.revision ?? 0;
    },
    async read() {
      const found = await rows(rowsSchema, "rpc/studio_published");
      // The publisher's name is visible to staff only.
      return found.map(({ updated_at: updatedAt, ...row }) => ({
        ...row,
        updatedAt,
        updatedBy: null,
      }));
    },
  };
}

const previewSchema = z.nullable(
  z.object({
    kind: z.enum(DOCUMENT_KINDS),
    id: z.string(),
    body: z.record(z.string(), z.unknown()),
  }),
);

/** An unpublished document in a preview. */
export type PreviewedDocument = Pick<StudioDocument, "kind" | "id"> & {
  readonly body: NonNullable<StudioDocument["body"]>;
};

/** Finds the document of a preview token; null for an expired or unknown one. */
export type PreviewReader = (token: string) => Promise<PreviewedDocument | null>;

/** Created by the database: 32 random bytes in hex. */
const TOKEN = /^[0-9a-f]{64}$/;
/** Limit on remembered invalid tokens, which stay invalid. */
const REMEMBERED_TOKENS = 10_000;

/** @throws Error from the reader when the backend fails. */
export function createPreviewReader({ transport, publishableKey }: DocumentsDeps): PreviewReader {
  const unknown = new Set<string>();
  return async (token) => {
    if (!TOKEN.test(token) || unknown.has(token)) return null;
    const response = await transport("/rest/v1/rpc/studio_previewed", {
      method: "POST",
      headers: { apikey: publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ p_token: token }),
    });
    if (!response.ok) throw new Error(`A preview could not be read: HTTP ${response.status}`);
    const preview = previewSchema.parse(await response.json());
    if (preview === null) {
      if (unknown.size === REMEMBERED_TOKENS) unknown.clear();
      unknown.add(token);
    }
    return preview;
  };
}
