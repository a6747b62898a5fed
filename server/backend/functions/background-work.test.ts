import { describe, expect, it } from "vitest";
import { createBackgroundWork } from "./edge-runtime.ts";

describe("createBackgroundWork", () => {
  it("waits for work and what it adds, and reports its errors", async () => {
    const background = createBackgroundWork();
    const events: string[] = [];
    const say = (event: string): void => void events.push(event);
    const inner = async (): Promise<void> => {
      await Promise.resolve();
      say("inner");
    };
    const outer = async (): Promise<void> => {
      await Promise.resolve();
      background.add(inner(), () => say("never"));
      say("outer");
    };
    background.add(outer(), () => say("never"));
    background.add(Promise.reject(new Error("broken")), (error) => say(String(error)));
    await background.settle(60_000);
    expect(events.toSorted()).toEqual(["Error: broken", "inner", "outer"]);
  });

  it("waits no longer than the limit", async () => {
    const background = createBackgroundWork();
    background.add(new Promise(() => {}), () => undefined);
    await expect(background.settle(10)).resolves.toBeUndefined();
  });

  it("does not wait without work", async () => {
    await expect(createBackgroundWork().settle(60_000)).resolves.toBeUndefined();
  });
});
