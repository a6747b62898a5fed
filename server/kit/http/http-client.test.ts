import { expect, test } from "vitest";
import { createHttpClient, OutboundError } from "./http-client.ts";

const URL_ASKED = "https://third.example/data";

async function faultOf(answer: Response, maxBytes?: number): Promise<string> {
  const client = createHttpClient({
    fetch: () => Promise.resolve(answer),
    now: () => 0,
    sleep: () => Promise.resolve(),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
  return client.call({ url: URL_ASKED, read: () => "read" }).catch((error: unknown) => {
    if (error instanceof OutboundError) return error.fault;
    throw error;
  });
}

test("an answer is read up to the room's own limit, and refused one byte later", async () => {
  expect(await faultOf(new Response("0123456789"), 10)).toBe("read");
  expect(await faultOf(new Response("0123456789a"), 10)).toBe("too_large");
});

test("a room that names no limit reads 5 MiB", async () => {
  expect(await faultOf(new Response(new Uint8Array(5 * 1024 * 1024)))).toBe("read");
  expect(await faultOf(new Response(new Uint8Array(5 * 1024 * 1024 + 1)))).toBe("too_large");
});
