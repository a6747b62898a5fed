import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** A response as received, with its body decompressed. */
export type WireAnswer = {
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
export function askServer(
  origin: string,
  path: string,
  { method = "GET", headers = {} }: Question = {},
): Promise<WireAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers: { ...headers } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const { statusCode = 0, headers: sent } = answer;
        const header = (name: string): string => String(sent[name] ?? "");
        const text = unpack(Buffer.concat(chunks), header("content-encoding"));
        resolve({ status: statusCode, header, text });
      });
    });
    asked.on("error", reject);
    asked.end();
  });
}

function unpack(body: Buffer, encoding: string): string {
  if (body.length === 0) return "";
  if (encoding === "br") return brotliDecompressSync(body).toString();
  if (encoding === "gzip") return gunzipSync(body).toString();
  return body.toString();
}
