import { expect, it } from "vitest";
import { readServerUrl } from "./server-url.ts";

it.each([
  ["https://tv.example.org", "https://tv.example.org"],
  ["https://tv.example.org/", "https://tv.example.org"],
  ["http://10.0.2.2:3000", "http://10.0.2.2:3000"],
  ["http://127.0.0.1:3000", "http://127.0.0.1:3000"],
])("accepts %s", (value, origin) => {
  expect(readServerUrl(value)).toBe(origin);
});

it.each([undefined, ""])("a missing address is asked for with an example", (value) => {
  expect(() => readServerUrl(value)).toThrow(
    "MOBILE_SERVER_URL is missing, the address of your server: " +
      "for example MOBILE_SERVER_URL=https://tv.example.org npm run mobile",
  );
});

it.each([
  "tv.example.org",
  "http://tv.example.org",
  "https://tv.example.org/app",
  "https://tv.example.org?x=1",
  "https://user:secret@tv.example.org",
  "ftp://tv.example.org",
])("rejects %s", (value) => {
  expect(() => readServerUrl(value)).toThrow("must be an https:// address without a path");
});
