import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** A response as received, with its body decompressed. */
export type WireResponse = {
  status: number;
  /** Returns the value of a header, or "" when absent. */
  header: (name: string) => string;
  text: string;
};

export type Question = { method?: string; headers?: Readonly<Record<string, string>> };

/**
 * Sends a request as a plain API client: without URL normalization, redirects or a default encoding.
 *
 * @param path sent unchanged, for example "//evil.example".
 */
export function sendRequest(
  origin: string,
  path: string,
  { method = "GET", headers = {} }: Question = {},
): Promise<WireResponse> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, path, method, headers: { ...headers } },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const { statusCode = 0, headers: sent } = incoming;
          const header = (name: string): string => String(sent[name] ?? "");
          const text = unpack(Buffer.concat(chunks), header("content-encoding"));
          resolve({ status: statusCode, header, text });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end();
  });
}

function unpack(body: Buffer, encoding: string): string {
  if (body.length === 0) return "";
  if (encoding === "br") return brotliDecompressSync(body).toString();
  if (encoding === "gzip") return gunzipSync(body).toString();
  return body.toString();
}
