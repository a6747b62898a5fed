import { expect, it } from "vitest";
import { createMemoryStore } from "#shared/device/memory-store.fixture.ts";
import { keptItem } from "./kept-media.fixture.ts";
import {
  itemKey,
  keptAddress,
  partKey,
  readKeptFile,
  readKeptItem,
  urlOfKept,
} from "./kept-media.ts";

it("marks the address of a kept file, and finds its URL again", () => {
  for (const url of ["/media/clips/clip-one.m4a?v=1", "/media/own/clip-own-1/low.mp4"]) {
    expect(urlOfKept(new URL(keptAddress(url), "https://tv.example"))).toBe(url);
    expect(urlOfKept(new URL(url, "https://tv.example"))).toBeNull();
  }
});

it("puts the parts of a whole file together, in their order", async () => {
  const store = createMemoryStore();
  const item = keptItem({ state: "kept", bytes: 6 });
  const { url } = item;
  await store.keep({ [partKey(url, 10)]: new Blob(["ef"]), [partKey(url, 9)]: new Blob(["abcd"]) });
  expect(await readKeptFile(store, url)).toBeNull();
  await store.keep({ [itemKey(url)]: item });
  const file = await readKeptFile(store, url);
  expect([file?.type, await file?.text()]).toEqual(["audio/mp4", "abcdef"]);
});

it.each([
  ["is not whole", { state: "waiting", bytes: 2 }],
  ["lacks a part", { state: "kept", bytes: 3 }],
] as const)("has no file that %s", async (_case, part) => {
  const store = createMemoryStore();
  const item = keptItem(part);
  await store.keep({ [itemKey(item.url)]: item, [partKey(item.url, 0)]: new Blob(["ab"]) });
  expect(await readKeptFile(store, item.url)).toBeNull();
});

it("reads no damaged item", () => {
  expect(readKeptItem(keptItem())).toEqual(keptItem());
  expect(readKeptItem({ ...keptItem(), bytes: -1 })).toBeNull();
  expect(readKeptItem("x")).toBeNull();
});
