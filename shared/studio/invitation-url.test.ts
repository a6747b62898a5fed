import { expect, test } from "vitest";
import { isOwnerHash, joinAddress, ownerAddress, tokenOfHash } from "./invitation-url.ts";

const TOKEN = "0f".repeat(32);

test("a link to join has its token where no server sees it", () => {
  const address = joinAddress("https://reign-tv.example", TOKEN);
  expect(address).toBe(`https://reign-tv.example/studio/join#${TOKEN}`);
  expect(tokenOfHash(new URL(address).hash)).toBe(TOKEN);
});

test("a link for the first owner says that it is one", () => {
  const address = ownerAddress("https://reign-tv.example", TOKEN);
  const { hash } = new URL(address);
  expect([tokenOfHash(hash), isOwnerHash(hash)]).toEqual([TOKEN, true]);
  expect(isOwnerHash(`#${TOKEN}`)).toBe(false);
});

test.each([
  "",
  "#",
  "#main",
  `#${TOKEN}0`,
  `#${TOKEN}.owners`,
  "#.owner",
  `#${TOKEN.toUpperCase()}`,
  `#${TOKEN}<script>`,
])("no token: %j", (hash) => {
  expect(tokenOfHash(hash)).toBeNull();
});
