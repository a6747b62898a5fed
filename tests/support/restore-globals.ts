import { afterAll, vi } from "vitest";

// Test files share a worker: what one replaces for all of its tests must not reach the next one.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
