import { z } from "zod";
import {
  DOCUMENT_KINDS,
  type DocumentKind,
  type StudioDocument,
} from "#shared/studio/documents.ts";
import type { Transport } from "#shared/transport.ts";

const PAGE_ROWS = 500;

/** Devotionals are read where they are shown, not with the ministry. */
const NOT_OF_THE_MINISTRY: DocumentKind = "devotional";

const rowsSchema = z.array(
  z.object({
    kind: z.enum(DOCUMENT_KINDS),
    id: z.string(),
    body: z.record(z.string(), z.unknown()).nullable(),
    version: z.number(),
    updated_at: z.string(),
    updated_by_name: z.string().nullable(),
  }),
);
const stateSchema = z.array(z.object({ revision: z.number() }));

export type DocumentsDeps = {
  /** Reaches the backend's REST service. */
  transport: Transport;
  publishableKey: string;
};

/** What is published in the studio, read as every visitor may. */
export type DocumentReader = {
  /** A number that grows with each change. */
  revision(): Promise<number>;
  /** All documents of the ministry. */
  read(): Promise<StudioDocument[]>;
};

/** @throws Error from its functions when the backend does not answer, or not as it should. */
export function createDocumentReader({ transport, publishableKey }: DocumentsDeps): DocumentReader {
  async function rows<Row>(schema: z.ZodType<Row>, path: string): Promise<Row> {
    const response = await transport(`/rest/v1/${path}`, { headers: { apikey: publishableKey } });
    if (!response.ok) throw new Error(`The studio could not be read: HTTP ${response.status}`);
    return schema.parse(await response.json());
  }

  return {
    async revision() {
      const [state] = await rows(stateSchema, "studio_state?select=revision");
      return state?.revision ?? 0;
    },
    async read() {
      const found: StudioDocument[] = [];
      const columns = "select=kind,id,body,version,updated_at,updated_by_name";
      const filter = `kind=neq.${NOT_OF_THE_MINISTRY}&order=kind,id`;
      for (let isMore = true; isMore;) {
        const page = `limit=${PAGE_ROWS}&offset=${found.length}`;
        const part = await rows(rowsSchema, `studio_documents?${columns}&${filter}&${page}`);
        found.push(
          ...part.map(({ updated_at: updatedAt, updated_by_name: updatedBy, ...row }) => ({
            ...row,
            updatedAt,
            updatedBy,
          })),
        );
        isMore = part.length === PAGE_ROWS;
      }
      return found;
    },
  };
}
