import { setImmediate as nextTurn } from "node:timers/promises";
import type { IpRateLimit } from "#server/kit/http/ip-rate-limit.ts";
import { createWorkQueue } from "#server/kit/work-queue.ts";
import { PageRefusal } from "./refusal-page.ts";

/** Pages that one address may have made for it in a minute; those in the cache cost it nothing. */
export const MISSES_PER_MINUTE = 240;

/** A page takes about 15 ms: the last of those who wait has its page within two seconds. */
const RENDERING_AT_ONCE = 2;
const WAITING_AT_MOST = 100;
const COME_BACK_S = 2;

/** Makes the pages that nobody has in memory. */
export type RenderQueue = {
  /** @throws PageRefusal when too many were made for the address. */
  admit(clientAddress: string): Promise<void>;
  /** @throws PageRefusal when too many wait already. */
  make<Page>(render: () => Promise<Page>): Promise<Page>;
};

/**
 * Bounds what the making of pages may take from readers of finished ones: few at a time, with a turn
 * for everybody else in between, and a queue that ends.
 */
export function createRenderQueue(misses: IpRateLimit): RenderQueue {
  const queue = createWorkQueue({
    running: RENDERING_AT_ONCE,
    waiting: WAITING_AT_MOST,
    refusal: () => new PageRefusal(503, COME_BACK_S),
  });
  return {
    async admit(clientAddress) {
      const retryAfterS = await misses(clientAddress);
      if (retryAfterS > 0) throw new PageRefusal(429, retryAfterS);
    },
    make(render) {
      return queue.run(async () => {
        await nextTurn();
        return render();
      });
    },
  };
}
