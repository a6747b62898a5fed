import { expect, it } from "vitest";
import { toMailbox } from "./mailbox.ts";

it.each([
  ["a@example.org", "", "a@example.org"],
  ["Example TV <a@example.org>", "Example TV", "a@example.org"],
  ['"Example TV" <a@example.org>', "Example TV", "a@example.org"],
  ["Hope: church of all <a@example.org>", "Hope: church of all", "a@example.org"],
  ["Hope, Faith; Love <a@example.org>", "Hope, Faith; Love", "a@example.org"],
  [
    "b@evil.example <x@evil.example> <a@example.org>",
    "b@evil.example <x@evil.example>",
    "a@example.org",
  ],
  ["Hope\r\nBcc: x@evil.example <a@example.org>", "Hope Bcc: x@evil.example", "a@example.org"],
])("parses %j into a name and an email address", (from, name, address) => {
  expect(toMailbox(from)).toEqual({ name, address });
});
