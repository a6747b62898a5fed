import { expect, it } from "vitest";
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

it("reads a response up to the caller's limit and rejects one byte more", async () => {
  expect(await faultOf(new Response("0123456789"), 10)).toBe("read");
  expect(await faultOf(new Response("0123456789a"), 10)).toBe("too_large");
});

it("reads 5 MiB when the caller names no limit", async () => {
  expect(await faultOf(new Response(new Uint8Array(5 * 1024 * 1024)))).toBe("read");
  expect(await faultOf(new Response(new Uint8Array(5 * 1024 * 1024 + 1)))).toBe("too_large");
});
