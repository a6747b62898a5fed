import { describe, expect, it, vi } from "vitest";
import { guardResponse } from "./edge-runtime.ts";

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
