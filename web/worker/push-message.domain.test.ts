import { expect, it } from "vitest";
import { pathOfNotification, readPush } from "./push-message.domain.ts";

const message = {
  title: "A service is about to start",
  body: "It begins at 4:00 PM.",
  url: "/live-tv",
  tag: "services",
  language: "en",
};

it("reads the server's messages", () => {
  expect(readPush(JSON.stringify(message))).toEqual(message);
});

it.each(["", "hello", "null", "[]", "{}", '{"title":5}'])("shows nothing for %s", (text) => {
  expect(readPush(text)).toBeNull();
});

it.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""])(
  "never opens %s",
  (url) => {
    expect(readPush(JSON.stringify({ ...message, url }))?.url).toBe("/");
    expect(pathOfNotification({ url })).toBe("/");
  },
);

it.each([
  [{ url: "/fr/devotional" }, "/fr/devotional"],
  [null, "/"],
  ["text", "/"],
  [{ url: 5 }, "/"],
])("a notification with %j opens %s", (data, path) => {
  expect(pathOfNotification(data)).toBe(path);
});
