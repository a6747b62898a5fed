import autocannon from "autocannon";

/** How many answers a second one process gives, with the load made on the same machine. */
export type RequestRate = {
  name: string;
  perSecond: number;
  medianMs: number;
  p99Ms: number;
  /** Answers other than 2xx, and broken connections. */
  failures: number;
};

export type RateTarget = {
  name: string;
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
};

const CONNECTIONS = 50;
/** The first requests load and compile what later ones find in memory. */
const WARM_UP_S = 6;
const MEASURED_S = 8;

/** Asks for one address as fast as it answers. */
export async function measureRate(target: RateTarget): Promise<RequestRate> {
  const { name, ...request } = target;
  const options = { ...request, connections: CONNECTIONS };
  await autocannon({ ...options, duration: WARM_UP_S });
  const result = await autocannon({ ...options, duration: MEASURED_S });
  return {
    name,
    perSecond: Math.round(result.requests.average),
    medianMs: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors,
  };
}
