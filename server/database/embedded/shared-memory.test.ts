import { expect, test } from "vitest";
import { sharedMemorySettings } from "./shared-memory.ts";

test("PostgreSQL shares memory by files where there is no folder for it", () => {
  expect(sharedMemorySettings("/no/such/folder")).toEqual({ dynamic_shared_memory_type: "mmap" });
});

test("a folder with room enough is left to PostgreSQL", () => {
  expect(sharedMemorySettings("/")).toEqual({});
});
