import { expect, it } from "vitest";
import { createFaultRegistry } from "#functions/_shared/runtime/fault-registry.ts";
import type { ObjectStore } from "./object-store.ts";
import { monitorStore } from "./monitored-store.ts";
import { S3Refusal } from "#server/kit/s3/s3-client.ts";
import { tryLaterError } from "#server/backend/storage/protocol/storage-error.ts";

const VERSION = "11111111-1111-4111-8111-111111111111";

it.each([
  ["S3", tryLaterError("not available", 5, new S3Refusal(500)), "S3 answered 500"],
  ["a full disk", Object.assign(new Error("/data/x"), { code: "ENOSPC" }), "ENOSPC"],
  [
    "a connection",
    tryLaterError("not available", 5, new TypeError("fetch failed")),
    "not available",
  ],
])(
  "monitorStore logs one line at the start and one at the end of a failure of %s",
  async (_what, fault, reason) => {
    let isBroken = true;
    const inner: ObjectStore = {
      put: () => (isBroken ? Promise.reject(fault) : Promise.resolve()),
      copy: () => Promise.resolve(true),
      open: () => (isBroken ? Promise.reject(fault) : Promise.resolve(null)),
      remove: () => Promise.resolve(),
      list: async function* () {},
    };
    const lines: string[] = [];
    const book = createFaultRegistry({
      now: () => 0,
      log: (_level, event, details) => void lines.push(`${event} ${details?.["reason"]}`),
    });
    const store = monitorStore(inner, book.report);
    for (let reader = 0; reader < 5; reader += 1) {
      await expect(store.open(VERSION, null)).rejects.toBe(fault);
    }
    expect(book.states()["object-store"]).toMatchObject({ state: "failing", reason });
    isBroken = false;
    for (let reader = 0; reader < 5; reader += 1) await store.open(VERSION, null);
    expect(lines).toEqual([`fault_began ${reason}`, `fault_ended ${reason}`]);
  },
);
