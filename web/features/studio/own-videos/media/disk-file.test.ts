import { expect, it, vi } from "vitest";
import { DAY_MS } from "@reign-tv/kit/durations.ts";
import { findDiskFile, openDiskFile } from "./disk-file.ts";

const NOW_MS = Date.UTC(2026, 10, 22, 12);

/** A browser's storage with files of these names. */
function storeWith(...names: string[]): Set<string> {
  const files = new Set(names);
  const folder = {
    keys: async function* () {
      yield* new Set(files);
    },
    removeEntry: async (name: string) => void files.delete(name),
    getFileHandle: async (name: string) => {
      files.add(name);
      return { createWritable: async () => "writable", getFile: async () => new Blob([name]) };
    },
  };
  vi.stubGlobal("navigator", { storage: { getDirectory: async () => folder } });
  return files;
}

it("opens a new file, finds it by its size, and deletes those whose upload is over", async () => {
  const young = `converted-${NOW_MS - DAY_MS}`;
  const files = storeWith(`converted-${NOW_MS - DAY_MS - 1}`, young, "of-another-feature");
  const opened = await openDiskFile(NOW_MS);
  expect([...files]).toEqual([young, "of-another-feature", `converted-${NOW_MS}`]);
  expect(await (await opened?.file())?.text()).toBe(`converted-${NOW_MS}`);
  expect(await (await findDiskFile(young.length))?.text()).toBe(young);
  expect(await findDiskFile("of-another-feature".length)).toBeNull();
  await opened?.remove();
  expect([...files]).toEqual([young, "of-another-feature"]);
});

it("is null in a browser without such storage", async () => {
  vi.stubGlobal("navigator", {});
  expect([await openDiskFile(NOW_MS), await findDiskFile(1)]).toEqual([null, null]);
});
