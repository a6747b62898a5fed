import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { createHealth } from "./health.ts";

function healthOf(state: { isReady: boolean; isDraining: boolean; dataDir?: string }) {
  return createHealth({
    database: { isReady: () => Promise.resolve(state.isReady) },
    dataDir: state.dataDir ?? tmpdir(),
    isDraining: () => state.isDraining,
  });
}

describe("health", () => {
  it("answers /healthz without asking the database", async () => {
    const response = await healthOf({ isReady: false, isDraining: true }).request("/healthz");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ok" });
  });

  it("is ready when database, disk and storage are", async () => {
    const response = await healthOf({ isReady: true, isDraining: false }).request("/readyz");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: "ready",
      checks: { database: true, disk: true, storage: true, running: true },
    });
  });

  it.each([
    ["the database is down", { isReady: false, isDraining: false }, "database"],
    ["the server is stopping", { isReady: true, isDraining: true }, "running"],
    ["the folder is gone", { isReady: true, isDraining: false, dataDir: "/nowhere" }, "storage"],
  ])("is not ready when %s", async (_, state, check) => {
    const response = await healthOf(state).request("/readyz");
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      status: "not ready",
      checks: { [check]: false },
    });
  });
});
