import { cpus, loadavg } from "node:os";
import { startServerProcess } from "#tests/support/server-process.ts";
import { measureRate, type RateTarget } from "#scripts/bench/request-rate.ts";
import { markdownTable } from "#scripts/bench/table.ts";

/**
 * `node scripts/scaling/second-process.ts`: what a second process (WEB_PROCESSES) gains, with the load made on the
 * same machine. Run it where nothing else does; the load average of the minute before tells whether it did.
 */

const [loadBefore = 0] = loadavg();
const [one, two] = [await ratesWith("1"), await ratesWith("2")];
console.log(`${cpus().length} cores, load average before: ${loadBefore.toFixed(1)}\n`);
const rows = one.map((rate, at) => {
  const other = two[at];
  const times = ((other?.perSecond ?? 0) / rate.perSecond).toFixed(2);
  return [
    rate.name,
    rate.perSecond,
    other?.perSecond ?? 0,
    times,
    `${rate.p99Ms} ms`,
    `${other?.p99Ms ?? 0} ms`,
    rate.failures + (other?.failures ?? 0),
  ];
});
const head = ["answers a second", "one", "two", "times", "p99, one", "p99, two", "failures"];
console.log(markdownTable([head, ...rows]));

async function ratesWith(processes: string) {
  const server = await startServerProcess({ WEB_PROCESSES: processes });
  try {
    const rates = [];
    for (const target of targets(server.url)) {
      rates.push(await measureRate(target));
    }
    return rates;
  } finally {
    await server.stop();
  }
}

function targets(url: string): readonly RateTarget[] {
  const headers = { "accept-encoding": "br" };
  return [
    { name: "Home from memory", url: `${url}/`, headers },
    { name: "a page that has to be made", url: `${url}/auth`, headers },
  ];
}
