import { createBrotliDecompress, createGunzip, constants } from "node:zlib";
import { Hono } from "hono";
import { expect, it } from "vitest";
import { precompress, sendPrecompressed } from "./precompressed-body.ts";

const START = '<head><link rel="preload" as="image" href="/img/é.avif">';
const TEXT = `${START}${"<p>Là où Jésus-Christ est Roi</p>".repeat(40)}`;

const app = new Hono().get("/", (context) =>
  sendPrecompressed(context, precompress(TEXT, "kept", START.length), {}),
);

/** Chunks of the body in an encoding, and its stated length. */
async function chunksIn(encoding: string): Promise<{ chunks: Buffer[]; length: number }> {
  const response = await app.request("/", { headers: { "accept-encoding": encoding } });
  const chunks: Buffer[] = [];
  for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk));
  return { chunks, length: Number(response.headers.get("content-length")) };
}

it.each([
  ["br", () => createBrotliDecompress()],
  ["gzip", () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })],
])("sends the start by itself, readable before the rest: %s", async (encoding, decompressor) => {
  const { chunks, length } = await chunksIn(encoding);
  expect(chunks).toHaveLength(2);
  expect(Buffer.concat(chunks)).toHaveLength(length);
  const stream = decompressor().setEncoding("utf8");
  const read = async (chunk: Buffer | undefined): Promise<unknown> => {
    await new Promise<void>((resolve) => stream.write(chunk, () => resolve()));
    return stream.read();
  };
  expect(await read(chunks[0])).toBe(START);
  expect(await read(chunks[1])).toBe(TEXT.slice(START.length));
});

it("cuts a text between its characters", async () => {
  const { chunks } = await chunksIn("identity");
  expect(chunks.map(String)).toEqual([START, TEXT.slice(START.length)]);
});
