import * as v from "valibot";
import type { KeyValueStore } from "@reign-tv/kit/function-contract.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import { SERVICE_TEXT_ID } from "#shared/bible/bible-versions.ts";

const requestsSchema = v.object({
  /** Ids of the service. */
  added: v.array(v.pipe(v.string(), v.regex(SERVICE_TEXT_ID))),
  /** Removal times by our ids; a text that is installed later stays. */
  removed: v.record(v.string(), v.number()),
});

/** Absent or damaged requests count as none. */
const storedSchema = v.fallback(requestsSchema, { added: [], removed: {} });

type TextRequests = v.InferOutput<typeof requestsSchema>;

/** Texts that staff added and removed, shared by all servers on the database. */
export type RequestedTexts = {
  read(): Promise<TextRequests>;
  add(serviceId: string): Promise<void>;
  remove(text: { id: string; serviceId: string | null }, nowMs: number): Promise<void>;
};

const KEY = "wishes";
/** Limit of texts that a site can hold in memory. */
export const MAX_ADDED = 20;

export function openRequestedTexts(store: KeyValueStore): RequestedTexts {
  async function read(): Promise<TextRequests> {
    const text = await store.get(KEY);
    return v.parse(storedSchema, text === null ? null : parseJson(text));
  }
  const write = (requests: TextRequests): Promise<void> => store.set(KEY, JSON.stringify(requests));
  return {
    read,
    async add(serviceId) {
      const { added, removed } = await read();
      await write({ added: [...new Set([...added, serviceId])], removed });
    },
    async remove({ id, serviceId }, nowMs) {
      const { added, removed } = await read();
      await write({
        added: added.filter((addedId) => addedId !== serviceId),
        removed: { ...removed, [id]: nowMs },
      });
    },
  };
}
