import { describe, expect, it } from "vitest";
import { createBackgroundWork } from "./edge-runtime.ts";

describe("background work", () => {
  it("is waited for, with what it begins, and its faults are told", async () => {
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

  it("that never ends is waited for no longer than the limit", async () => {
    const background = createBackgroundWork();
    background.add(new Promise(() => {}), () => undefined);
    await expect(background.settle(10)).resolves.toBeUndefined();
  });

  it("of which there is none holds nobody up", async () => {
    await expect(createBackgroundWork().settle(60_000)).resolves.toBeUndefined();
  });
});
