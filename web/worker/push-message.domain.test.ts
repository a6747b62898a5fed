import { expect, test } from "vitest";
import { pathOfNotification, readPush } from "./push-message.domain.ts";

const message = {
  title: "A service is about to start",
  body: "It begins at 4:00 PM.",
  url: "/live-tv",
  tag: "services",
  language: "en",
};

test("reads what the server writes", () => {
  expect(readPush(JSON.stringify(message))).toEqual(message);
});

test.each(["", "hello", "null", "[]", "{}", '{"title":5}'])("shows nothing for %s", (text) => {
  expect(readPush(text)).toBeNull();
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "javascript:alert(1)",
  "",
])("never opens %s", (url) => {
  expect(readPush(JSON.stringify({ ...message, url }))?.url).toBe("/");
  expect(pathOfNotification({ url })).toBe("/");
});

test.each([
  [{ url: "/fr/devotional" }, "/fr/devotional"],
  [null, "/"],
  ["text", "/"],
  [{ url: 5 }, "/"],
])("a notification with %j opens %s", (data, path) => {
  expect(pathOfNotification(data)).toBe(path);
});
