import { expect, it } from "vitest";
import { rangeOf } from "./kept-media.ts";

const FILE = new Blob(["0123456789"], { type: "audio/mp4" });

it.each([
  [undefined, 200, null, "0123456789"],
  ["bytes=0-", 206, "bytes 0-9/10", "0123456789"],
  ["bytes=0-1", 206, "bytes 0-1/10", "01"],
  ["bytes=4-400", 206, "bytes 4-9/10", "456789"],
  ["bytes=-3", 206, "bytes 7-9/10", "789"],
  ["bytes=10-", 416, "bytes */10", ""],
  ["bytes=0-1,4-5", 200, null, "0123456789"],
])("answers the range %s with %i", async (header, status, range, body) => {
  const response = rangeOf(FILE, header);
  expect(response.status).toBe(status);
  expect(response.headers.get("content-range")).toBe(range);
  expect(await response.text()).toBe(body);
  if (status === 416) return;
  expect(response.headers.get("content-type")).toBe("audio/mp4");
  expect(response.headers.get("content-length")).toBe(String(body.length));
});
