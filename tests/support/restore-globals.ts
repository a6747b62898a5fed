import { afterAll, vi } from "vitest";

// Test files share a worker: a global that one file replaces must not reach the next.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
