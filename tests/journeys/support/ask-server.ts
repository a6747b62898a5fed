import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** An answer as it came over the wire, with its body unpacked. */
export type WireAnswer = {
  status: number;
  /** Value of a header; "" where the answer has none. */
  header: (name: string) => string;
  text: string;
};

export type Question = { method?: string; headers?: Readonly<Record<string, string>> };

/**
 * Asks a server as a program does that neither tidies addresses nor follows redirects nor asks for an
 * encoding by itself.
 *
 * @param path sent as it stands, for example "//evil.example".
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
