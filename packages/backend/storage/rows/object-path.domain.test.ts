import { describe, expect, it } from "vitest";
import {
  fileExtension,
  fileName,
  isValidKey,
  readObjectPath,
  requireBucketName,
} from "./object-path.domain.ts";

describe("the path of an object", () => {
  it.each([
    ["/storage/v1/object/files/a.txt", "", { bucketId: "files", name: "a.txt" }],
    ["/object/files/dir/a%20b.txt", "", { bucketId: "files", name: "dir/a b.txt" }],
    ["/object/public/my%20files/a%2Fb", "public/", { bucketId: "my files", name: "a/b" }],
    ["/object/sign/files/object/sign/x", "sign/", { bucketId: "files", name: "object/sign/x" }],
  ])("of %s is decoded once", (pathname, prefix, expected) => {
    expect(readObjectPath(pathname, prefix)).toEqual(expected);
  });

  it.each([
    ["/object/files/", "InvalidKey"],
    ["/object/files", "InvalidKey"],
    ["/object/files/..%2Fx", "InvalidKey"],
    ["/object/files/a%00b", "InvalidKey"],
    ["/object/files/a%", "InvalidKey"],
    ["/object/files/%252e%252e", "InvalidKey"],
    ["/object/files/a%5Cb", "InvalidKey"],
    ["/object/files/%C3%A9", "InvalidKey"],
    ["/object/a%2Fb/x", "InvalidBucketName"],
    ["/object/%20files/x", "InvalidBucketName"],
  ])("%s is rejected as %s", (pathname, code) => {
    expect(() => readObjectPath(pathname, "")).toThrow(expect.objectContaining({ code }));
  });
});

describe("the name of an object", () => {
  it("is valid only without empty, self and parent segments", () => {
    const good = ["a", "a/b.c", "-_.!*'()& $@=;:+,?", "...", "a..b"];
    expect(good.filter((name) => !isValidKey(name))).toEqual([]);
    const bad = ["", "/a", "a/", "a//b", ".", "..", "a/../b", "./a", "a\n", "x".repeat(1_025)];
    expect(bad.filter(isValidKey)).toEqual([]);
  });

  it("is invalid with a control character, percent sign, quote, backslash or accented letter", () => {
    const codes = Array.from({ length: 0x1_00_00 }, (_, code) => code);
    const valid = codes.filter((code) => isValidKey(`x${String.fromCharCode(code)}x`));
    expect(String.fromCharCode(...valid)).toBe(
      " !$&'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz",
    );
  });

  it("ends with a file name and an extension", () => {
    expect([fileName("a/b.C.PNG"), fileExtension("a/b.C.PNG")]).toEqual(["b.C.PNG", "png"]);
    expect([fileName("b"), fileExtension("a.x/b")]).toEqual(["b", ""]);
  });
});

it("is limited to 100 characters without a slash for a bucket", () => {
  expect(requireBucketName("a b.c-d")).toBe("a b.c-d");
  for (const name of ["", "a/b", " a", "a%", "x".repeat(101)]) {
    expect(() => requireBucketName(name)).toThrow("Bucket name invalid");
  }
});
