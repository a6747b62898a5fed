import type { ServerProcess } from "#tests/support/server-process.ts";
import { cpuMsOfTree } from "./process-time.ts";

/** What a page costs that nobody has in memory: it is made and compressed for one visitor. */
export type PageCost = {
  name: string;
  /** CPU of the server and its database for one page, milliseconds. */
  cpuMs: number;
};

const PAGES = 100;
/** The first pages load and compile what later ones find in memory. */
const WARM_UP_PAGES = 40;

type Target = { name: string; address: (count: number) => string };

const TARGETS: readonly Target[] = [
  { name: "a search in a category", address: (count) => `/videos/sermons?q=word${count}` },
  { name: "Home with a video named", address: (count) => `/?v=video-${count}` },
  { name: "a chapter and a search", address: (count) => `/bible?book=john&q=word${count}` },
  { name: "a chapter not read before", address: (count) => `/bible?book=psalms&chapter=${count}` },
  { name: "the sign-in", address: () => "/auth" },
];

/** Asks for each page as a browser does, one after the other. */
export async function measurePageCost(server: ServerProcess): Promise<PageCost[]> {
  const costs: PageCost[] = [];
  for (const { name, address } of TARGETS) {
    const ask = async (count: number): Promise<void> => {
      const headers = { "accept-encoding": "br" };
      const response = await fetch(`${server.url}${address(count)}`, { headers });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${address(count)}: ${response.status}`);
    };
    for (let count = 0; count < WARM_UP_PAGES; count += 1) await ask(1_000 + count);
    const before = cpuMsOfTree(server.pid);
    for (let count = 1; count <= PAGES; count += 1) await ask(count);
    costs.push({ name, cpuMs: (cpuMsOfTree(server.pid) - before) / PAGES });
  }
  return costs;
}
