import { unzipSync, strFromU8 } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { GOOD_PASSWORD, joinAs } from "#server/backend/auth/auth-client.fixture.ts";
import { startTestBackend, type TestBackend } from "./support/test-backend.ts";

/** Where functions find the backend, whose port is known only once it runs. */
const PLACE = "http://backend.example";
const COUNT = 1_201;

function toAddress(input: Parameters<typeof fetch>[0]): string {
  return input instanceof Request ? input.url : input.toString();
}

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({
    functionEnv: { SUPABASE_URL: PLACE, SUPABASE_SERVICE_ROLE_KEY: "not needed here" },
    functionFetch: (input, init) => fetch(toAddress(input).replace(PLACE, backend.url), init),
  });
});
afterAll(() => backend.close());

const bookmark = (verse: number) => ({
  topic: "bible-mark",
  id: `bookmark:PSA.119.${verse}`,
  data: { kind: "bookmark", book: "PSA", chapter: 119, from: verse, to: verse, version: "kjv" },
  changedAt: 1_700_000_000_000,
});

it("what goes with the account is in what its owner takes along, but for what was deleted", async () => {
  const { client } = await joinAs(backend);
  for (let told = 0; told < COUNT; told += 500) {
    const changes = Array.from({ length: Math.min(500, COUNT - told) }, (_, n) =>
      bookmark(told + n),
    );
    expect((await client.rpc("sync_items", { changes, since: 0 })).error).toBeNull();
  }
  const gone = { ...bookmark(7), data: null, deleted: true, changedAt: 1_700_000_000_001 };
  await client.rpc("sync_items", { changes: [gone], since: 0 });

  const { data, error } = await client.functions.invoke<Blob>("account-export", {
    body: { password: GOOD_PASSWORD },
  });
  expect(error).toBeNull();
  const files = unzipSync(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer(0)));
  const things: unknown = JSON.parse(strFromU8(files["bible-and-videos.json"] ?? new Uint8Array()));
  expect(things).toHaveLength(COUNT - 1);
  expect(things).toContainEqual({
    topic: "bible-mark",
    id: "bookmark:PSA.119.8",
    changedAt: "2023-11-14T22:13:20+00:00",
    data: bookmark(8).data,
  });
});
