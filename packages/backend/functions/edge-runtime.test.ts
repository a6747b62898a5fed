import { afterEach, describe, expect, it, vi } from "vitest";
import {
  inEdgeRuntime,
  provideEdgeRuntime,
  createBackgroundWork,
  guardResponse,
} from "./edge-runtime.ts";

declare const EdgeRuntime: { waitUntil<T>(work: Promise<T>): Promise<T> };

describe("EdgeRuntime.waitUntil", () => {
  afterEach(() => void Reflect.deleteProperty(globalThis, "EdgeRuntime"));

  it("reaches the calling function, also from its callbacks, and returns the work", async () => {
    provideEdgeRuntime();
    const [one, other] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const work = Promise.resolve("result");
    await Promise.all([
      inEdgeRuntime(one, async () => {
        await Promise.resolve();
        expect(EdgeRuntime.waitUntil(work)).toBe(work);
      }),
      inEdgeRuntime(other, () => Promise.resolve()),
    ]);
    expect(one).toHaveBeenCalledExactlyOnceWith(work);
    expect(other).not.toHaveBeenCalled();
  });

  it("has no effect outside functions", async () => {
    provideEdgeRuntime();
    expect(await EdgeRuntime.waitUntil(Promise.resolve("result"))).toBe("result");
  });
});

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

const stream = (pull: UnderlyingDefaultSource<Uint8Array>["pull"], cancel = vi.fn<() => void>()) =>
  new ReadableStream<Uint8Array>({ ...(pull && { pull }), cancel });

describe("guardResponse", () => {
  it("passes status and headers", async () => {
    const onFault = vi.fn<(error: unknown) => void>();
    const init = { status: 201, headers: { "x-own": "1" } };
    const response = guardResponse(new Response("text", init), onFault);
    expect([response.status, response.headers.get("x-own"), await response.text()]).toEqual([
      201,
      "1",
      "text",
    ]);
    const json = Response.json({});
    expect(guardResponse(json, onFault)).toBe(json);
    const empty = new Response(null, { status: 204 });
    expect(guardResponse(empty, onFault)).toBe(empty);
    expect(onFault).not.toHaveBeenCalled();
  });

  it("reports the error of a broken stream to the host only", async () => {
    const onFault = vi.fn<(error: unknown) => void>();
    const fault = new Error("secret words");
    const body = stream((controller) => controller.error(fault));
    const response = guardResponse(new Response(body), onFault);
    await expect(response.text()).rejects.toThrow("The function's answer broke off");
    expect(onFault).toHaveBeenCalledExactlyOnceWith(fault);
  });

  it("cancels the source when the client stops reading", async () => {
    const cancel = vi.fn<() => void>();
    const body = stream((controller) => controller.enqueue(new Uint8Array(1)), cancel);
    const response = guardResponse(new Response(body), vi.fn<(error: unknown) => void>());
    await response.body?.cancel();
    expect(cancel).toHaveBeenCalledOnce();
  });
});
