import { expect, test } from "vitest";
import { joinAddress, tokenOfHash } from "./invitation-url.ts";

const TOKEN = "0f".repeat(32);

test("a link to join has its token where no server sees it", () => {
  const address = joinAddress("https://reign-tv.example", TOKEN);
  expect(address).toBe(`https://reign-tv.example/studio/join#${TOKEN}`);
  expect(tokenOfHash(new URL(address).hash)).toBe(TOKEN);
});

test.each(["", "#", "#main", `#${TOKEN}0`, `#${TOKEN.toUpperCase()}`, `#${TOKEN}<script>`])(
  "no token: %j",
  (hash) => {
    expect(tokenOfHash(hash)).toBeNull();
  },
);
