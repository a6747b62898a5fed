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
  /** Reaches the backend's REST service. */
  transport: Transport;
  publishableKey: string;
};

/** What is published in the studio. */
export type DocumentReader = {
  /** True where it reads as visitors do, who learn of an announcement when it begins, and not of what is hidden. */
  readonly isVisitor?: boolean;
  /** A number that grows with each change. */
  revision(): Promise<number>;
  /** All documents of the ministry; devotionals are read where they are shown. */
  read(): Promise<StudioDocument[]>;
};

/**
 * Reads with the secret key, where there is one: the server has to know what is hidden and what begins later.
 *
 * @throws Error from its functions when the backend does not answer, or not as it should.
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
      // Who published it is for helpers alone.
      return found.map(({ updated_at: updatedAt, ...row }) => ({
        ...row,
        updatedAt,
        updatedBy: null,
      }));
    },
  };
}

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

/** As the database makes them: 32 random bytes in hex. */
const TOKEN = /^[0-9a-f]{64}$/;
/** Tokens that stand for nothing, which never change. */
const REMEMBERED_TOKENS = 10_000;

/** @throws Error from the reader when the backend does not answer. */
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
    const preview = answerSchema.parse(await response.json());
    if (preview === null) {
      if (unknown.size === REMEMBERED_TOKENS) unknown.clear();
      unknown.add(token);
    }
    return preview;
  };
}
