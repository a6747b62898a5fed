import { assert, asyncProperty, infiniteStream, integer, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { formBoundary, readForm } from "./multipart.ts";

type Read = {
  fields: [string, string][];
  files: { name: string; type: string | null; text: string }[];
};

async function read(body: string, boundary = "b", chunkBytes = 7): Promise<Read> {
  return readChunks(
    split(Buffer.from(body, "latin1"), () => chunkBytes),
    boundary,
  );
}

async function readChunks(chunks: Iterable<Uint8Array>, boundary: string): Promise<Read> {
  const result: Read = { fields: [], files: [] };
  await readForm(asStream(chunks), boundary, {
    onField: (name, value) => void result.fields.push([name, value]),
    onFile: async ({ name, contentType }, content) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of content) chunks.push(Buffer.from(chunk));
      result.files.push({
        name,
        type: contentType,
        text: Buffer.concat(chunks).toString("latin1"),
      });
    },
  });
  return result;
}

async function* asStream(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

function* split(bytes: Buffer, next: () => number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length;) {
    const length = Math.max(1, next());
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

const FIELD = `--b\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n3600\r\n`;
const FILE = `--b\r\nContent-Disposition: form-data; name=""; filename="blob"\r\nContent-Type: image/png\r\n\r\nPNG\r\n`;

describe("a form", () => {
  it("is parsed into fields and the file with the empty name", async () => {
    expect(await read(`${FIELD}${FILE}--b--\r\n`)).toEqual({
      fields: [["cacheControl", "3600"]],
      files: [{ name: "", type: "image/png", text: "PNG" }],
    });
  });

  it("accepts a file of any name and fields after it", async () => {
    const file = FILE.replace(`name=""`, `name="photo"`);
    expect(await read(`preamble\r\n${file}${FIELD}--b--epilogue`)).toEqual({
      fields: [["cacheControl", "3600"]],
      files: [{ name: "photo", type: "image/png", text: "PNG" }],
    });
  });

  it("keeps file content that looks like a boundary", async () => {
    const text = "\r\n--a\r\n--\r\n-b--b\r\n--";
    const { files } = await read(`${FILE.replace("PNG", text)}--b--`);
    expect(files[0]?.text).toBe(text);
  });

  it("is parsed the same in any chunks", async () => {
    await assert(
      asyncProperty(
        uint8Array({ maxLength: 200 }),
        infiniteStream(integer({ min: 1, max: 40 })),
        async (content, lengths) => {
          const body = Buffer.concat([
            Buffer.from(`--xyz\r\ncontent-disposition: form-data; name="f"; filename="x"\r\n\r\n`),
            content,
            Buffer.from("\r\n--xyz--\r\n"),
          ]);
          const { files } = await readChunks(
            split(body, () => lengths.next().value),
            "xyz",
          );
          expect(files[0]?.text).toBe(Buffer.from(content).toString("latin1"));
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ["is empty", "", "ends too early"],
    ["is cut off in the file", FILE.slice(0, -4), "ends too early"],
    ["is cut off before the closing boundary", FILE, "ends too early"],
    ["has no file", `${FIELD}--b--`, "has no file"],
    ["has two files", `${FILE}${FILE}--b--`, "more than one file"],
    ["has six parts", `${FIELD.repeat(5)}${FILE}--b--`, "too many parts"],
    ["has a part without disposition", "--b\r\nX: y\r\n\r\n\r\n--b--", "malformed"],
    ["has a disposition of another kind", FILE.replace("form-data", "attachment"), "malformed"],
    ["has a head that does not end", `--b\r\nX: ${"y".repeat(9_000)}`, "malformed"],
    ["has text behind a boundary", "--b text\r\n\r\n", "malformed"],
    [
      "has a field that is too long",
      `${FIELD.replace("3600", "x".repeat(20_001))}--b--`,
      "too long",
    ],
  ])("is rejected when it %s", async (_what, body, message) => {
    await expect(read(body, "b", 1_000)).rejects.toMatchObject({
      code: "InvalidRequest",
      message: expect.stringContaining(message),
    });
  });
});

describe("the boundary", () => {
  it.each([
    ["multipart/form-data; boundary=----abc", "----abc"],
    ['multipart/form-data; charset=utf-8; boundary="a b"', "a b"],
    ["Multipart/Form-Data;boundary=x; y=z", "x"],
    ["multipart/form-data", null],
    ["multipart/mixed; boundary=x", null],
    ["image/png", null],
    [`multipart/form-data; boundary=${"x".repeat(71)}`, null],
  ])("of %s is %s", (contentType, boundary) => {
    expect(formBoundary(contentType)).toBe(boundary);
  });
});
