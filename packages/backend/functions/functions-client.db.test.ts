import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createClient,
  FunctionRegion,
  FunctionsFetchError,
  FunctionsHttpError,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

const ECHO = `export default { async fetch(request) {
  const type = request.headers.get("content-type");
  const body = new Uint8Array(await request.arrayBuffer());
  return Response.json({
    method: request.method, type, region: request.headers.get("x-region"),
    own: request.headers.get("x-own"), apikey: request.headers.has("apikey"),
    authorization: request.headers.has("authorization"), text: new TextDecoder().decode(body),
    bytes: body.length,
  });
} };`;

/** One response of each kind that the client distinguishes. */
const KINDS = `const KINDS = {
  text: () => new Response("plain"),
  bytes: () => new Response(new Uint8Array([1, 2, 3]), { headers: { "content-type": "application/octet-stream" } }),
  pdf: () => new Response("%PDF", { headers: { "content-type": "application/pdf" } }),
  form: () => { const form = new FormData(); form.set("a", "1"); return new Response(form); },
  empty: () => new Response(null, { status: 204 }),
  refusal: () => Response.json({ why: "teapot" }, { status: 418 }),
};
export default { fetch: async (request) => KINDS[(await request.json()).kind]() };`;

/** Three events, each sent after the previous one was read; the last one may be an error. */
const STREAM = `export default { async fetch(request) {
  const { fails } = await request.json();
  let count = 0;
  return new Response(new ReadableStream({
    pull(controller) {
      count += 1;
      if (count > 3) fails ? controller.error(new Error("secret words")) : controller.close();
      else controller.enqueue(new TextEncoder().encode("data: " + count + "\\n\\n"));
    },
  }), { headers: { "content-type": "text/event-stream" } });
} };`;

const SLOW = `export default { fetch: () => new Promise((resolve) => setTimeout(resolve, 60_000)) };`;

/** Continues after its response with the platform's waitUntil. */
const AFTERWARDS = `import { writeFileSync } from "node:fs";
export default { async fetch(request, context) {
  const { fails } = await request.json();
  const work = async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (fails) throw new Error("secret words");
    writeFileSync(context.env.DONE_FILE, "done");
  };
  const same = EdgeRuntime.waitUntil(work());
  return Response.json({ isPromise: same instanceof Promise });
} };`;

const FUNCTIONS = { echo: ECHO, kinds: KINDS, stream: STREAM, slow: SLOW, afterwards: AFTERWARDS };

describe("functions with the unmodified client", () => {
  let root = "";
  let backend: TestBackend;
  let client: SupabaseClient;
  const start = (functionEnv: Record<string, string> = {}) =>
    startTestBackend({
      functionsDir: join(root, "functions"),
      functionEnv,
      functionTimeLimitMs: 2_000,
    });
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "functions-"));
    const names = Object.keys(FUNCTIONS);
    for (const [name, code] of Object.entries(FUNCTIONS)) {
      mkdirSync(join(root, "functions", name), { recursive: true });
      writeFileSync(join(root, "functions", name, "index.ts"), code);
    }
    const config = names.map((name) => `[functions.${name}]\nverify_jwt = false\n`).join("");
    writeFileSync(join(root, "config.toml"), config);
    backend = await start();
    client = createClient(backend.url, backend.publishableKey);
  });
  afterAll(async () => {
    await backend.close();
    rmSync(root, { recursive: true });
  });

  const formOf = (name: string, value: string) => {
    const form = new FormData();
    form.set(name, value);
    return form;
  };

  it.each([
    ["JSON", { a: "é" }, "application/json", `{"a":"é"}`],
    ["a text", "text", "text/plain", "text"],
    ["a blob", new Blob(["blob"], { type: "image/png" }), "image/png", "blob"],
    ["a blob of no type", new Blob(["blob"]), "application/octet-stream", "blob"],
    ["bytes", new TextEncoder().encode("bytes").buffer, "application/octet-stream", "bytes"],
    ["a form", formOf("field", "value"), "multipart/form-data; boundary=", `name="field"`],
    ["nothing", undefined, "none", ""],
  ])("receive %s as the client sends it", async (_, body, type, text) => {
    const options = body === undefined ? {} : { body };
    const { data, error } = await client.functions.invoke("echo", options);
    expect(error).toBeNull();
    expect(data.method).toBe("POST");
    expect(data.type ?? "none").toContain(type);
    expect(data.text).toContain(text);
  });

  it.each(["GET", "PUT", "PATCH", "DELETE"] as const)("accept %s too", async (method) => {
    const options = method === "GET" ? { method } : { method, body: { a: 1 } };
    const { data } = await client.functions.invoke("echo", options);
    expect(data).toMatchObject({ method, text: method === "GET" ? "" : `{"a":1}` });
  });

  it("receive the caller's headers and content type, whatever the region", async () => {
    const { data } = await client.functions.invoke("echo", {
      region: FunctionRegion.EuWest3,
      headers: { "x-own": "mine", "content-type": "text/csv" },
      body: "a,b",
    });
    expect(data).toMatchObject({ region: "eu-west-3", own: "mine", type: "text/csv", text: "a,b" });
    expect(data).toMatchObject({ apikey: true });
    const preflight = await fetch(`${backend.url}/functions/v1/echo`, {
      method: "OPTIONS",
      headers: { origin: backend.settings.siteUrl, "access-control-request-method": "POST" },
    });
    expect(preflight.headers.get("access-control-allow-headers")).toContain("x-region");
  });

  it("accept bodies up to the limit and not one byte more", async () => {
    const invoke = (body: Blob) => client.functions.invoke("echo", { body });
    expect((await invoke(new Blob(["x".repeat(65_536)]))).data).toMatchObject({ bytes: 65_536 });
    const { error, response } = await invoke(new Blob(["x".repeat(65_537)]));
    expect(error).toBeInstanceOf(FunctionsHttpError);
    expect(response?.status).toBe(413);
  });

  it("return all kinds that the client distinguishes", async () => {
    const invoke = (kind: string) => client.functions.invoke("kinds", { body: { kind } });
    expect((await invoke("text")).data).toBe("plain");
    expect(await (await invoke("bytes")).data.bytes()).toEqual(new Uint8Array([1, 2, 3]));
    expect(await (await invoke("pdf")).data.text()).toBe("%PDF");
    expect((await invoke("form")).data.get("a")).toBe("1");
    expect((await invoke("empty")).data).toBe("");
    const { error, response } = await invoke("refusal");
    expect(error).toBeInstanceOf(FunctionsHttpError);
    expect([response?.status, await response?.json()]).toEqual([418, { why: "teapot" }]);
    const broken = await invoke("none");
    expect(await broken.response?.json()).toMatchObject({ code: "WORKER_ERROR" });
  });

  it("stream their response", async () => {
    const { data } = await client.functions.invoke("stream", { body: { fails: false } });
    const events: string[] = [];
    const decoder = new TextDecoder();
    for await (const piece of data.body) events.push(decoder.decode(piece));
    expect(events.join("")).toBe("data: 1\n\ndata: 2\n\ndata: 3\n\n");
  });

  it("that fail halfway break only their own response", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const answer = fetch(`${backend.url}/functions/v1/stream`, {
      method: "POST",
      headers: { apikey: backend.publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ fails: true }),
    });
    // Cut off, or an error response when nothing was sent before; never the reason.
    const text = await answer.then((response) => response.text()).catch(String);
    log.mockRestore();
    expect(text).toMatch(/fetch failed|terminated|broke off/);
    expect(text).not.toContain("secret words");
    expect((await client.functions.invoke("echo")).error).toBeNull();
  });

  it("run as long as the caller waits", async () => {
    const late = await client.functions.invoke("slow", { timeout: 50 });
    expect(late.error).toBeInstanceOf(FunctionsFetchError);
    const given = new AbortController();
    const invoked = client.functions.invoke("slow", { signal: given.signal });
    given.abort();
    expect((await invoked).error).toBeInstanceOf(FunctionsFetchError);
    expect((await client.functions.invoke("echo")).error).toBeNull();
  });

  it("continue after their response, and shutdown waits for them", async () => {
    const file = join(root, "done");
    const other = await start({ DONE_FILE: file });
    const { functions } = createClient(other.url, other.publishableKey);
    for (const fails of [true, false]) {
      const { data } = await functions.invoke("afterwards", { body: { fails } });
      expect(data).toEqual({ isPromise: true });
    }
    expect(existsSync(file)).toBe(false);
    await other.close();
    expect(existsSync(file)).toBe(true);
  });
});
