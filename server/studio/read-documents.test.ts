import { expect, it, vi } from "vitest";
import { createPreviewReader, watchDocuments } from "./read-documents.ts";
import type { NotificationListener } from "@reign-tv/backend";
import type { StudioDocument } from "#shared/studio/documents.ts";

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

function documentOf(version: number): StudioDocument {
  const body = { name: "Ministry" };
  return { kind: "ministry", id: "ministry", body, version, updatedAt: null, updatedBy: null };
}

/** A backend whose studio revision the test sets. */
function studio() {
  const state = { version: 1, isAway: false };
  const revision = vi.fn(async () => {
    if (state.isAway) throw new Error("HTTP 503");
    return state.version;
  });
  const read = vi.fn(async () => [documentOf(state.version)]);
  return { state, reader: { revision, read } };
}

it("reads documents at start, and again after each notification of a change", async () => {
  const { state, reader } = studio();
  const heard: (readonly StudioDocument[])[] = [];
  let tell = (): void => undefined;
  const database = {
    listen: (_channel: string, { onNotice }: NotificationListener) => {
      tell = () => onNotice("channel");
      return Promise.resolve();
    },
  };
  const following = await watchDocuments({
    reader,
    database,
    report: () => undefined,
    onChange: (documents) => heard.push(documents),
  });
  expect(heard).toEqual([[documentOf(1)]]);

  tell();
  await vi.waitFor(() => expect(reader.revision).toHaveBeenCalledTimes(2));
  expect(heard).toHaveLength(1);

  state.version = 2;
  tell();
  await vi.waitFor(() => expect(heard.at(-1)).toEqual([documentOf(2)]));
  following.stop();
});

it("handles a notification during a reading", async () => {
  const { state, reader } = studio();
  const heard: (readonly StudioDocument[])[] = [];
  let onNotice = (): void => undefined;
  reader.read.mockImplementationOnce(async () => {
    const found = [documentOf(state.version)];
    state.version = 2;
    onNotice();
    return found;
  });
  const following = await watchDocuments({
    reader,
    database: {
      listen: (_channel, listener) => {
        onNotice = () => listener.onNotice("");
        return Promise.resolve();
      },
    },
    report: () => undefined,
    onChange: (documents) => heard.push(documents),
  });
  await vi.waitFor(() => expect(heard).toEqual([[documentOf(1)], [documentOf(2)]]));
  following.stop();
});

it("keeps the last documents and reports the failure; polls without notifications", async () => {
  vi.useFakeTimers();
  const { state, reader } = studio();
  const heard: (readonly StudioDocument[])[] = [];
  const reports: (string | null)[] = [];
  state.isAway = true;
  const following = await watchDocuments({
    reader,
    database: null,
    report: (_, fault) => reports.push(fault),
    onChange: (documents) => heard.push(documents),
  });
  expect([heard, reports]).toEqual([[], ["HTTP 503"]]);

  state.isAway = false;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(heard).toEqual([[documentOf(1)]]);
  expect(reports.at(-1)).toBeNull();

  following.stop();
  state.version = 2;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(heard).toHaveLength(1);
  vi.useRealTimers();
});

it("reads every minute as a visitor, because announcements begin without a new revision", async () => {
  vi.useFakeTimers();
  const { reader } = studio();
  const following = await watchDocuments({
    reader: { ...reader, isVisitor: true },
    database: null,
    report: () => undefined,
    onChange: () => undefined,
  });
  await vi.advanceTimersByTimeAsync(56_000);
  expect(reader.read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(reader.read).toHaveBeenCalledTimes(2);
  following.stop();
  vi.useRealTimers();
});
