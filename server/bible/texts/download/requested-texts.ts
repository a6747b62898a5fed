import { z } from "zod";
import type { KeyValueStore } from "#server/kit/files/file-store.ts";
import { parseJson } from "#server/kit/parse-json.ts";
import { SERVICE_TEXT_ID } from "#shared/bible/bible-versions.ts";

const wishesSchema = z.object({
  /** Ids of the service that staff added. */
  added: z.array(z.string().regex(SERVICE_TEXT_ID)),
  /** Our ids of texts that staff removed, with the moment: what was put there later stays. */
  removed: z.record(z.string(), z.number()),
});

export type Wishes = z.infer<typeof wishesSchema>;

/** Texts that staff wants here and those that it does not: the same for all servers on one database. */
export type RequestedTexts = {
  read(): Promise<Wishes>;
  add(serviceId: string): Promise<void>;
  remove(text: { id: string; serviceId: string | null }, nowMs: number): Promise<void>;
};

const KEY = "wishes";
/** As many as a site can hold in memory. */
export const MOST_ADDED = 20;

/** Opens what staff wished. */
export function openRequestedTexts(store: KeyValueStore): RequestedTexts {
  async function read(): Promise<Wishes> {
    const text = await store.get(KEY);
    const found = text === null ? null : wishesSchema.safeParse(parseJson(text)).data;
    return found ?? { added: [], removed: {} };
  }
  const write = (wishes: Wishes): Promise<void> => store.set(KEY, JSON.stringify(wishes));
  return {
    read,
    async add(serviceId) {
      const { added, removed } = await read();
      await write({ added: [...new Set([...added, serviceId])], removed });
    },
    async remove({ id, serviceId }, nowMs) {
      const { added, removed } = await read();
      await write({
        added: added.filter((wanted) => wanted !== serviceId),
        removed: { ...removed, [id]: nowMs },
      });
    },
  };
}
