import { expect, it } from "vitest";
import { sharedMemorySettings } from "./shared-memory.ts";

it("uses files when the folder for shared memory is missing", () => {
  expect(sharedMemorySettings("/no/such/folder")).toEqual({ dynamic_shared_memory_type: "mmap" });
});

it("leaves a large enough folder to PostgreSQL", () => {
  expect(sharedMemorySettings("/")).toEqual({});
});
