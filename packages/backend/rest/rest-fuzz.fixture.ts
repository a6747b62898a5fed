import * as fc from "fast-check";
import { expect } from "vitest";
import { readRequest, writeRequest } from "./rest-fuzz-requests.fixture.ts";
import type { FuzzedRequest } from "./rest-fuzz-requests.fixture.ts";
import type { RestWorld } from "./rest-world.fixture.ts";

/** Text of every row that neither Anna nor a visitor may see. */
const MARKER = "LEAK-5f1c";

/** Concurrent reads; writes run alone, because they might deadlock. */
const READS_AT_ONCE = 8;

export type FuzzOptions = {
  readonly reads: number;
  readonly writes: number;
};

/**
 * Inserts hidden rows, sends the requests, and checks every response.
 *
 * @returns the count of each status.
 */
export async function fuzzRest(
  world: RestWorld,
  { reads, writes }: FuzzOptions,
): Promise<ReadonlyMap<number, number>> {
  const { admin } = world.test;
  await admin`update public.notes set text = ${`${MARKER} of Ben`} where id = 3`;
  await admin`update public.secrets set word = ${MARKER}`;
  const before = await untouchable(world);
  const seen = new Map<number, number>();
  const check = async (request: FuzzedRequest): Promise<void> => {
    const status = await checkAnswer(world, request);
    seen.set(status, (seen.get(status) ?? 0) + 1);
  };
  const batch = fc.array(readRequest, { minLength: READS_AT_ONCE, maxLength: READS_AT_ONCE });
  await fc.assert(
    fc.asyncProperty(batch, async (requests) => {
      await Promise.all(requests.map((request) => check(request)));
    }),
    { numRuns: Math.ceil(reads / READS_AT_ONCE), endOnFailure: true },
  );
  await fc.assert(fc.asyncProperty(writeRequest, check), {
    numRuns: writes,
    endOnFailure: true,
  });
  expect(await untouchable(world)).toEqual(before);
  return seen;
}

async function checkAnswer(world: RestWorld, request: FuzzedRequest): Promise<number> {
  const { caller, path, method, headers, body } = request;
  const init = body === null ? { method } : { method, body };
  const reply = await world.raw(caller, path, {
    ...init,
    headers: { "content-type": "application/json", ...headers },
  });
  if (reply.status >= 500 || reply.text.includes(MARKER)) {
    throw new Error(`${method} ${path} ${body ?? ""} got ${reply.status}: ${reply.text}`);
  }
  return reply.status;
}

/** Returns the rows that no request of Anna or a visitor may change. */
async function untouchable({ test }: RestWorld): Promise<unknown> {
  const rows = await test.admin`
    select (select json_agg(n order by n.id) from public.notes n
            where owner_id <> 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa')::text as notes,
           (select json_agg(s order by s.id) from public.secrets s)::text as secrets,
           (select json_agg(f order by f.id) from public.films f)::text as films`;
  return rows[0];
}
