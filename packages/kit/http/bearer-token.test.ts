import { expect, it } from "vitest";
import { hasBearer } from "./bearer-token.ts";

const TOKEN = "a-token-of-the-operator";

it.each([`Bearer ${TOKEN}`, `bearer ${TOKEN}`])("%j holds the token", (header) => {
  expect(hasBearer(header, TOKEN)).toBe(true);
});

it.each([undefined, "", "Bearer", `Bearer ${TOKEN}x`, TOKEN, `Basic ${TOKEN}`, "Bearer null"])(
  "rejects %j",
  (header) => {
    expect(hasBearer(header, TOKEN)).toBe(false);
    expect(hasBearer(header, null)).toBe(false);
  },
);
