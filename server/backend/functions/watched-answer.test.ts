import { describe, expect, it, vi } from "vitest";
import { guardResponse } from "./edge-runtime.ts";

const stream = (pull: UnderlyingDefaultSource<Uint8Array>["pull"], cancel = vi.fn<() => void>()) =>
  new ReadableStream<Uint8Array>({ ...(pull && { pull }), cancel });

describe("an answer of a function", () => {
  it("passes with its status and headers", async () => {
    const faults = vi.fn<(error: unknown) => void>();
    const init = { status: 201, headers: { "x-own": "1" } };
    const answer = guardResponse(new Response("text", init), faults);
    expect([answer.status, answer.headers.get("x-own"), await answer.text()]).toEqual([
      201,
      "1",
      "text",
    ]);
    const json = Response.json({});
    expect(guardResponse(json, faults)).toBe(json);
    const empty = new Response(null, { status: 204 });
    expect(guardResponse(empty, faults)).toBe(empty);
    expect(faults).not.toHaveBeenCalled();
  });

  it("that breaks off says nothing of why, except to the host", async () => {
    const faults = vi.fn<(error: unknown) => void>();
    const fault = new Error("secret words");
    const body = stream((controller) => controller.error(fault));
    const answer = guardResponse(new Response(body), faults);
    await expect(answer.text()).rejects.toThrow("The function's answer broke off");
    expect(faults).toHaveBeenCalledExactlyOnceWith(fault);
  });

  it("that nobody reads any more is given up at its source", async () => {
    const cancel = vi.fn<() => void>();
    const body = stream((controller) => controller.enqueue(new Uint8Array(1)), cancel);
    const answer = guardResponse(new Response(body), vi.fn<(error: unknown) => void>());
    await answer.body?.cancel();
    expect(cancel).toHaveBeenCalledOnce();
  });
});
