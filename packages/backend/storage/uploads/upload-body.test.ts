import { describe, expect, it } from "vitest";
import { StorageError } from "#backend/storage/protocol/storage-error.ts";
import { checkAnnouncedLength, readCacheControl, readUpload } from "./upload-body.ts";

async function read(body: BodyInit, headers: Record<string, string> = {}): Promise<unknown> {
  const request = new Request("http://x/", { method: "POST", body, headers });
  return readUpload(request, async (contentType, content) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return `${contentType}: ${Buffer.concat(chunks).toString()}`;
  });
}

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  data.append("", new Blob(["file"], { type: "text/plain" }));
  return data;
}

describe("an upload", () => {
  it("as a form reads its details from fields", async () => {
    expect(await read(form({ cacheControl: "60", metadata: '{"a":1}' }))).toEqual({
      details: { contentType: "text/plain", cacheControl: "max-age=60", userMetadata: { a: 1 } },
      file: "text/plain: file",
    });
  });

  it("as raw bytes reads its details from headers", async () => {
    const metadata = Buffer.from('{"a":"é"}').toString("base64");
    const headers = {
      "content-type": "text/csv; charset=utf-8",
      "cache-control": "max-age=5",
      "x-metadata": metadata,
    };
    expect(await read("file", headers)).toEqual({
      details: {
        contentType: "text/csv; charset=utf-8",
        cacheControl: "max-age=5",
        userMetadata: { a: "é" },
      },
      file: "text/csv; charset=utf-8: file",
    });
  });

  it.each([
    ["metadata that is no JSON", form({ metadata: "{" }), {}, "InvalidParameter"],
    ["metadata that is no object", form({ metadata: "[1]" }), {}, "InvalidParameter"],
    [
      "too much metadata",
      form({ metadata: JSON.stringify({ a: "x".repeat(17_000) }) }),
      {},
      "InvalidParameter",
    ],
    ["a type that is none", "x", { "content-type": "text" }, "InvalidMimeType"],
    [
      "a type of 256 characters",
      "x",
      { "content-type": `text/${"x".repeat(251)}` },
      "InvalidMimeType",
    ],
    ["less than announced", "abc", { "content-length": "4" }, "InvalidRequest"],
    ["more than announced", "abc", { "content-length": "2" }, "InvalidRequest"],
  ])("with %s is rejected", async (_what, body, headers, code) => {
    await expect(read(body, headers)).rejects.toMatchObject({ code });
  });

  it("that is cut off is rejected", async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(3));
        controller.error(new Error("gone"));
      },
    });
    // Not a literal, because the type of lib.dom lacks duplex.
    const init = { method: "POST", body, duplex: "half" };
    const request = new Request("http://x/", init);
    const sink = async (_type: string, content: AsyncIterable<Uint8Array>): Promise<void> => {
      for await (const chunk of content) void chunk;
    };
    await expect(readUpload(request, sink)).rejects.toMatchObject({
      code: "InvalidRequest",
      message: "The upload was cut off",
    });
  });
});

function statusOfCheck(headers: Headers, mustAnnounce: boolean): number | null {
  try {
    checkAnnouncedLength(headers, 100, mustAnnounce);
    return null;
  } catch (error) {
    return error instanceof StorageError ? error.httpStatus : 500;
  }
}

describe("the announced length", () => {
  const formType = "multipart/form-data; boundary=x";
  it.each([
    ["of the limit", { "content-length": "100" }, false, null],
    ["of one byte more", { "content-length": "101" }, false, 413],
    ["of a form that may fit", { "content-length": "200", "content-type": formType }, false, null],
    ["of a form that cannot", { "content-length": "200000", "content-type": formType }, false, 413],
    ["that is missing where it may be", {}, false, null],
    ["that is missing where it may not be", {}, true, 400],
    ["that is no number", { "content-length": "1e1" }, true, 400],
  ])("%s gets the right response", (_what, headers, mustAnnounce, status) => {
    expect(statusOfCheck(new Headers(headers), mustAnnounce)).toBe(status);
  });
});

it.each([
  ["max-age=3600", "max-age=3600"],
  ["public, max-age=1", "public, max-age=1"],
  [null, "no-cache"],
  ["x\r\nset-cookie: a", "no-cache"],
  ["x".repeat(201), "no-cache"],
])("stores Cache-Control %o as %s", (value, expected) => {
  expect(readCacheControl(value)).toBe(expected);
});
