import { expect, test, vi } from "vitest";
import { createPreviewReader } from "./read-documents.ts";

const TOKEN = "0f".repeat(32);
const DOCUMENT = { kind: "announcement", id: "easter", body: { text: { en: "He is risen" } } };

function readerOf(answer: () => Response) {
  const transport = vi.fn(async (_path: string, _init?: RequestInit) => answer());
  return { read: createPreviewReader({ transport, publishableKey: "key" }), transport };
}

test("a token is asked for with the public key, and its document given", async () => {
  const { read, transport } = readerOf(() => Response.json(DOCUMENT));
  expect(await read(TOKEN)).toEqual(DOCUMENT);
  expect(transport.mock.calls[0]?.[1]).toMatchObject({
    headers: { apikey: "key" },
    body: JSON.stringify({ p_token: TOKEN }),
  });
});

test("one that is over, or was never made, is asked for once", async () => {
  const { read, transport } = readerOf(() => Response.json(null));
  expect([await read(TOKEN), await read(TOKEN)]).toEqual([null, null]);
  expect(transport).toHaveBeenCalledOnce();
});

test.each([
  "",
  "short",
  "../../etc/passwd",
  "<script>".repeat(6),
  "t".repeat(64),
  TOKEN.toUpperCase(),
  `${TOKEN}0`,
])("%s is no token, and nobody is asked", async (token) => {
  const { read, transport } = readerOf(() => Response.json(DOCUMENT));
  expect(await read(token)).toBeNull();
  expect(transport).not.toHaveBeenCalled();
});

test("a backend that fails is an error", async () => {
  const { read } = readerOf(() => new Response("", { status: 503 }));
  await expect(read(TOKEN)).rejects.toThrow("HTTP 503");
});
