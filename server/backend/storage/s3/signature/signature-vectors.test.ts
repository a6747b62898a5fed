import { describe, expect, it } from "vitest";
import { canonicalRequests } from "./canonical-request.domain.ts";
import { readSignature } from "./signed-request.domain.ts";
import { deriveSigningKey, isSameSignature, sha256Hex } from "./signing-key.ts";

/** Examples of the published description of Signature Version 4 for S3. */
const SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
const SCOPE = "20130524/us-east-1/s3/aws4_request";
const TIMESTAMP = "20130524T000000Z";
const EMPTY = sha256Hex("");

function signaturesOf(request: Parameters<typeof canonicalRequests>[0]): string[] {
  const key = deriveSigningKey(SECRET, SCOPE);
  return canonicalRequests(request).map((form) =>
    key.sign(["AWS4-HMAC-SHA256", TIMESTAMP, SCOPE, sha256Hex(form)].join("\n")),
  );
}

const headerOf = (headers: Record<string, string>) => (name: string) => headers[name];
const host = "examplebucket.s3.amazonaws.com";

describe("signatures of the published examples", () => {
  it("read a range of an object", () => {
    const headers = {
      host,
      range: "bytes=0-9",
      "x-amz-content-sha256": EMPTY,
      "x-amz-date": TIMESTAMP,
    };
    expect(
      signaturesOf({
        method: "GET",
        pathname: "/test.txt",
        search: "",
        header: headerOf(headers),
        signedHeaders: Object.keys(headers),
        payload: EMPTY,
      }),
    ).toContain("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
  });

  it("write an object whose name has a sign that must be encoded", () => {
    const payload = sha256Hex("Welcome to Amazon S3.");
    const headers = {
      date: "Fri, 24 May 2013 00:00:00 GMT",
      host,
      "x-amz-content-sha256": payload,
      "x-amz-date": TIMESTAMP,
      "x-amz-storage-class": "REDUCED_REDUNDANCY",
    };
    const request = {
      method: "PUT",
      search: "",
      header: headerOf(headers),
      signedHeaders: Object.keys(headers),
      payload,
    };
    const signature = "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd";
    expect(signaturesOf({ ...request, pathname: "/test$file.text" })).toContain(signature);
    expect(signaturesOf({ ...request, pathname: "/test%24file.text" })).toContain(signature);
  });

  it("list a bucket by its query", () => {
    const headers = { host, "x-amz-content-sha256": EMPTY, "x-amz-date": TIMESTAMP };
    const request = {
      method: "GET",
      pathname: "/",
      header: headerOf(headers),
      signedHeaders: Object.keys(headers),
      payload: EMPTY,
    };
    expect(signaturesOf({ ...request, search: "?lifecycle" })).toContain(
      "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
    );
    expect(signaturesOf({ ...request, search: "?prefix=J&max-keys=2" })).toContain(
      "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
    );
  });

  it("stand in an address", () => {
    const signature = "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404";
    const search = `?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=${signature}`;
    const signed = readSignature({ query: new URLSearchParams(search), header: () => undefined });
    expect(signed).toMatchObject({
      accessKeyId: "AKIAIOSFODNN7EXAMPLE",
      scope: SCOPE,
      lifeS: 86_400,
      payload: "UNSIGNED-PAYLOAD",
      sessionToken: null,
      signedAtMs: Date.UTC(2013, 4, 24),
    });
    const { signedHeaders, payload } = signed;
    const header = headerOf({ host });
    expect(
      signaturesOf({
        method: "GET",
        pathname: "/test.txt",
        search,
        header,
        signedHeaders,
        payload,
      }),
    ).toContain(signature);
  });

  it("are the same or not, whatever is given", () => {
    expect(isSameSignature("00ff", "00ff")).toBe(true);
    for (const other of ["00fe", "00f", "", "zz", "00ff00"]) {
      expect(isSameSignature("00ff", other)).toBe(false);
    }
  });
});
