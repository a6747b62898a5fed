import { describe, expect, it } from "vitest";
import { deriveSigningKey } from "#server/backend/storage/s3/signature/signing-key.ts";
import { createChecksum } from "./checksums.ts";
import { decodeChunks } from "./chunked-body.ts";

const SCOPE = "20130524/us-east-1/s3/aws4_request";
const signing = {
  key: deriveSigningKey("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", SCOPE),
  scope: SCOPE,
  timestamp: "20130524T000000Z",
  signature: "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9",
};
/** The published example of a body in signed chunks. */
const SIGNATURES = [
  "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648",
  "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497",
  "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9",
];
const SIGNED = [65_536, 1_024, 0]
  .map(
    (size, at) =>
      `${size.toString(16)};chunk-signature=${SIGNATURES[at]}\r\n${"a".repeat(size)}\r\n`,
  )
  .join("");

type Options = { isSigned?: boolean; hasTrailer?: boolean; pieceBytes?: number };

async function decode(text: string, options: Options = {}) {
  const { isSigned = false, hasTrailer = true, pieceBytes = 1_000 } = options;
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  let trailers: ReadonlyMap<string, string> = new Map();
  const content = decodeChunks(pieces(), {
    signing: isSigned ? signing : null,
    hasTrailer,
    onTrailers: (given) => {
      trailers = given;
    },
  });
  const out: Uint8Array[] = [];
  for await (const piece of content) out.push(piece);
  return { text: Buffer.concat(out).toString(), trailers: Object.fromEntries(trailers) };
}

describe("bodies in chunks", () => {
  it.each([1, 7, 100_000])(
    "are proved chunk by chunk, in pieces of %d bytes",
    async (pieceBytes) => {
      const { text } = await decode(SIGNED, { isSigned: true, hasTrailer: false, pieceBytes });
      expect(text).toBe("a".repeat(66_560));
    },
  );

  it.each([
    ["a byte was changed", SIGNED.replace("aaa", "aab")],
    ["a chunk was left out", SIGNED.replace(/^10000;.*?\r\na+\r\n/, "")],
    ["a signature is missing", SIGNED.replace(/;chunk-signature=b6\w+/, "")],
  ])("are refused when %s", async (_, text) => {
    const options = { isSigned: true, hasTrailer: false };
    await expect(decode(text, options)).rejects.toMatchObject({ code: "SignatureDoesNotMatch" });
  });

  it("end with trailers, which are signed where chunks are", async () => {
    const body = "3\r\nabc\r\n0\r\nx-amz-checksum-crc32: NSRBwg==\r\n\r\n";
    expect(await decode(body)).toEqual({
      text: "abc",
      trailers: { "x-amz-checksum-crc32": "NSRBwg==" },
    });
    expect(await decode("0\r\n\r\n")).toEqual({ text: "", trailers: {} });
    expect(await decode("0\r\n")).toEqual({ text: "", trailers: {} });
    const forged = `${SIGNED.slice(0, -2)}x-amz-checksum-crc32:a\r\nx-amz-trailer-signature:${"0".repeat(64)}\r\n\r\n`;
    await expect(decode(forged, { isSigned: true })).rejects.toMatchObject({
      code: "SignatureDoesNotMatch",
    });
  });

  it.each([
    ["ends early", "5\r\nabc", "IncompleteBody"],
    ["has no end", "3\r\nabc\r\n", "IncompleteBody"],
    ["has a size that is none", "x\r\nabc\r\n0\r\n\r\n", "InvalidRequest"],
    ["has a size beyond any", `${"f".repeat(20)}\r\nabc`, "InvalidRequest"],
    ["has more in a chunk than it says", "2\r\nabc\r\n0\r\n\r\n", "InvalidRequest"],
    ["goes on behind its end", "0\r\n\r\nmore", "InvalidRequest"],
    ["has a trailer that is none", "0\r\ntrailer\r\n\r\n", "InvalidRequest"],
    ["has a line without end", "1".repeat(5_000), "IncompleteBody"],
    ["is empty", "", "IncompleteBody"],
  ])("are refused when one %s", async (_, text, code) => {
    await expect(decode(text)).rejects.toMatchObject({ code });
  });
});

describe("checksums", () => {
  it.each([
    ["x-amz-checksum-crc32", "cbf43926"],
    ["x-amz-checksum-crc32c", "e3069283"],
    ["x-amz-checksum-crc64nvme", "ae8b14860a799888"],
    ["x-amz-checksum-sha1", "f7c3bc1d808e04732adf679965ccc34ca7ae3441"],
    ["x-amz-checksum-sha256", "15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225"],
  ])("%s of the digits one to nine is the published one", (name, hex) => {
    const checksum = createChecksum(name);
    checksum?.update(Buffer.from("1234"));
    checksum?.update(Buffer.from("56789"));
    expect(Buffer.from(checksum?.digest() ?? "", "base64").toString("hex")).toBe(hex);
  });

  it("are none of another name", () => {
    expect(createChecksum("x-amz-checksum-md4")).toBeNull();
    expect(createChecksum("toString")).toBeNull();
  });
});
