import { createServer } from "node:http";
import { expect, it } from "vitest";
import { openS3Client } from "./s3-client.ts";

const LIMITS = { responseTimeoutMs: 5_000, retries: 0 } as const;

/** Client of a store that sends one response to every request. */
async function answered(status: number, body: string, headers: Record<string, string> = {}) {
  const server = createServer((_, response) => void response.writeHead(status, headers).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const settings = { region: "auto", bucket: "b", accessKeyId: "id", secretAccessKey: "key" };
  const client = openS3Client({ ...settings, endpoint: `http://127.0.0.1:${port}` }, LIMITS);
  return { client, close: () => void server.close() };
}

it("reads the keys of a list as they were written", async () => {
  const key = "it&#39;s &quot;&#x41;&#233;&quot; &amp;amp; &amp;#39;";
  const { client, close } = await answered(
    200,
    `<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>${key}</Key><Size>1</Size><LastModified>2026-11-26T00:00:00Z</LastModified></Contents></ListBucketResult>`,
  );
  const keys: string[] = [];
  for await (const object of client.list("")) keys.push(object.key);
  expect(keys).toEqual([`it's "A\u00E9" &amp; &#39;`]);
  close();
});

it("rejects a redirection with its status, and a web page instead of a list in words", async () => {
  const moved = await answered(301, "", { location: "http://127.0.0.1:1/" });
  await expect(moved.client.sendOrThrow("a", { method: "GET" })).rejects.toThrow("S3 answered 301");
  moved.close();
  const page = await answered(200, "<!doctype html><html><body>Sign in</body></html>");
  await expect(page.client.list("").next()).rejects.toThrow(
    "S3 answered something else than a list of its objects",
  );
  page.close();
});

it("ends a request whose signal ends", async () => {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const settings = { region: "auto", bucket: "b", accessKeyId: "id", secretAccessKey: "key" };
  const client = openS3Client({ ...settings, endpoint: `http://127.0.0.1:${port}` }, LIMITS);
  const ended = new AbortController();
  server.once("request", () => ended.abort());
  await expect(client.send("a", { method: "GET", signal: ended.signal })).rejects.toThrow(
    "cannot be reached",
  );
  server.closeAllConnections();
  server.close();
});
