import type { Context } from "hono";
import type { BackendEnv } from "#backend/context.ts";
import { findJsonFlaw } from "@reign-tv/kit/json-guard.domain.ts";
import type { Part, GatewayError } from "./gateway-error.ts";

/** Uploads count their bytes while streaming. */
const BODY_LIMIT_BYTES = {
  auth: 64 * 1024,
  rest: 256 * 1024,
  functions: 64 * 1024,
  /** A message of maximum size and its envelope. */
  realtime: 3_200_000,
} as const satisfies Partial<Record<Part, number>>;
const STORAGE_JSON_LIMIT_BYTES = 256 * 1024;

/** Maximum URL length with its query. */
const URL_LIMIT_BYTES = 8 * 1024;

export function checkUrl(url: string): GatewayError | null {
  if (url.length <= URL_LIMIT_BYTES) return null;
  return { status: 414, message: "The request address is too long" };
}

/**
 * Rejects a body that is too large, compressed, too deeply nested, or has keys that pollute
 * prototypes. The body is read: handlers find it in Hono's request cache.
 */
export async function checkBody(c: Context<BackendEnv>, part: Part): Promise<GatewayError | null> {
  if (!hasBody(c)) return null;
  const type = (c.req.header("content-type") ?? "").toLowerCase();
  const isJson = type.includes("json");
  if (part === "storage" && !(isJson && isStorageCall(c.req.method, c.req.path))) return null;
  if (c.req.header("content-encoding") !== undefined) {
    return { status: 415, message: "Compressed request bodies are not supported" };
  }
  const limitBytes = part === "storage" ? STORAGE_JSON_LIMIT_BYTES : BODY_LIMIT_BYTES[part];
  const length = c.req.header("content-length");
  if (length !== undefined && !(Number(length) <= limitBytes)) return tooLarge();
  if (length === undefined && !(await bufferChunks(c, limitBytes))) return tooLarge();
  return isJson || type === "" ? flawOf(await c.req.arrayBuffer()) : null;
}

function hasBody({ req }: Context<BackendEnv>): boolean {
  if (req.method === "GET" || req.method === "HEAD") return false;
  const length = req.header("content-length");
  return length === undefined ? req.header("transfer-encoding") !== undefined : length !== "0";
}

function flawOf(bytes: ArrayBuffer): GatewayError | null {
  const text = decodeUtf8(bytes);
  if (text === null) return { status: 400, message: "The JSON body is not valid UTF-8" };
  switch (findJsonFlaw(text)) {
    case "too_deep":
      return { status: 400, message: "The JSON body is nested too deep" };
    case "forbidden_key":
      return { status: 400, message: "The JSON body has a key that is not allowed" };
    // Only the service knows which texts it stores.
    case "unstorable_text":
    case null:
      return null;
  }
}

/** Uploads may have a JSON type too; only calls with parameters are read here. */
function isStorageCall(method: string, path: string): boolean {
  const [resource, verb, next] = path.replace(/^.*?\/storage\/v1\//, "").split("/");
  if (resource === "bucket") return true;
  if (resource !== "object" || method === "PUT") return false;
  return (
    method === "DELETE" ||
    ["list", "list-v2", "sign", "move", "copy"].includes(verb ?? "") ||
    (verb === "upload" && next === "sign")
  );
}

/** Keeps a byte order mark, so that the service rejects it as invalid JSON. */
function decodeUtf8(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Reads a body of unknown length up to the limit and replaces the request's body. */
async function bufferChunks(c: Context<BackendEnv>, limitBytes: number): Promise<boolean> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > limitBytes) return false;
    chunks.push(chunk);
  }
  const { url, method, headers } = c.req.raw;
  c.req.raw = new Request(url, { method, headers, body: Buffer.concat(chunks) });
  return true;
}

function tooLarge(): GatewayError {
  return { status: 413, message: "The request body is too large" };
}
