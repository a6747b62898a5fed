import { expect, it } from "vitest";
import { isOwnerHash, joinAddress, ownerAddress, tokenOfHash } from "./invitation-url.ts";

const TOKEN = "0f".repeat(32);

it("puts the token into the fragment, which no server sees", () => {
  const address = joinAddress("https://reign-tv.example", TOKEN, "fr");
  expect(address).toBe(`https://reign-tv.example/fr/studio/join#${TOKEN}`);
  expect(tokenOfHash(new URL(address).hash)).toBe(TOKEN);
});

it("marks the link of the initial owner", () => {
  const address = ownerAddress("https://reign-tv.example", TOKEN);
  const { hash } = new URL(address);
  expect([tokenOfHash(hash), isOwnerHash(hash)]).toEqual([TOKEN, true]);
  expect(isOwnerHash(`#${TOKEN}`)).toBe(false);
});

it.each([
  "",
  "#",
  "#main",
  `#${TOKEN}0`,
  `#${TOKEN}.owners`,
  "#.owner",
  `#${TOKEN.toUpperCase()}`,
  `#${TOKEN}<script>`,
])("finds no token in %j", (hash) => {
  expect(tokenOfHash(hash)).toBeNull();
});
