import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { requireInput } from "./invalid-input.domain.ts";
import {
  decideRendering,
  describeTransformation,
  transformationSchema,
  variantOf,
} from "./transformation.domain.ts";

describe("a transformation", () => {
  it.each([
    [{ width: "x" }, "querystring/width must be integer"],
    [{ width: "" }, "querystring/width must be integer"],
    [{ height: "1.5" }, "querystring/height must be integer"],
    [{ width: "-1" }, "querystring/width must be >= 0"],
    [{ quality: "19" }, "querystring/quality must be >= 20"],
    [{ quality: "101" }, "querystring/quality must be <= 100"],
    [{ resize: "crop" }, "querystring/resize must be equal to one of the allowed values"],
    [{ format: "webp" }, "querystring/format must be equal to one of the allowed values"],
  ])("%j is rejected with the validator's message", (query, message) => {
    expect(() => requireInput("querystring", transformationSchema, query)).toThrow(message);
  });

  it("parses numbers of a URL and ignores other parameters", () => {
    const query = { width: "100", quality: "20", token: "x" };
    expect(v.parse(transformationSchema, query)).toEqual({ width: 100, quality: 20 });
  });

  it("defaults to cover and quality 80, and limits the sides", () => {
    expect(decideRendering({ width: 9_999, height: 0 }, undefined)).toEqual({
      width: 2_500,
      height: null,
      resize: "cover",
      quality: 80,
      target: null,
    });
  });

  it("becomes WebP when accepted, unless the source format is requested", () => {
    const accept = "image/avif,image/webp,*/*;q=0.8";
    expect(decideRendering({}, accept).target).toBe("webp");
    expect(decideRendering({}, "*/*").target).toBeNull();
    expect(decideRendering({ format: "origin" }, accept).target).toBeNull();
    expect(decideRendering({ format: "avif" }, "*/*").target).toBe("avif");
  });

  it("has a unique name per result, and a description in upstream's terms", () => {
    const wanted = { width: 10, height: 20, resize: "contain", quality: 50 } as const;
    expect(variantOf(decideRendering(wanted, "image/webp"))).toBe("10-20-contain-50-webp");
    expect(describeTransformation(wanted)).toBe("height:20,width:10,resizing_type:fit,quality:50");
    expect(describeTransformation({})).toBe("");
    expect(describeTransformation({ format: "avif", resize: "fill" })).toBe("format:avif");
  });
});
