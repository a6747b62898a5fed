import { expect, it, vi } from "vitest";
import { createPreviewReader } from "./read-documents.ts";

const TOKEN = "0f".repeat(32);
const DOCUMENT = { kind: "announcement", id: "easter", body: { text: { en: "He is risen" } } };

function readerOf(answer: () => Response) {
  const transport = vi.fn(async (_path: string, _init?: RequestInit) => answer());
  return { read: createPreviewReader({ transport, publishableKey: "key" }), transport };
}

it("requests a token's document with the public key", async () => {
  const { read, transport } = readerOf(() => Response.json(DOCUMENT));
  expect(await read(TOKEN)).toEqual(DOCUMENT);
  expect(transport.mock.calls[0]?.[1]).toMatchObject({
    headers: { apikey: "key" },
    body: JSON.stringify({ p_token: TOKEN }),
  });
});

it("requests an expired or unknown token once", async () => {
  const { read, transport } = readerOf(() => Response.json(null));
  expect([await read(TOKEN), await read(TOKEN)]).toEqual([null, null]);
  expect(transport).toHaveBeenCalledOnce();
});

it.each([
  "",
  "short",
  "../../etc/passwd",
  "<script>".repeat(6),
  "t".repeat(64),
  TOKEN.toUpperCase(),
  `${TOKEN}0`,
])("rejects %s without a request", async (token) => {
  const { read, transport } = readerOf(() => Response.json(DOCUMENT));
  expect(await read(token)).toBeNull();
  expect(transport).not.toHaveBeenCalled();
});

it("throws if the backend fails", async () => {
  const { read } = readerOf(() => new Response("", { status: 503 }));
  await expect(read(TOKEN)).rejects.toThrow("HTTP 503");
});
