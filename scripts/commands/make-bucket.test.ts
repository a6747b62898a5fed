import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { programEnvironment } from "#tests/support/program-environment.ts";
import { makeBucket } from "./make-bucket.ts";

const run = promisify(execFile);
let asked: string[] = [];
let answers: number[] = [];
let store: Server;
let port = 0;

beforeEach(async () => {
  asked = [];
  store = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(answers.shift() ?? 200).end();
  });
  await new Promise<void>((ready) => {
    store.listen(0, "127.0.0.1", ready);
  });
  const address = store.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterEach(() => {
  store.close();
});

const environment = (): Record<string, string> => ({
  S3_ENDPOINT: `http://127.0.0.1:${port}/`,
  S3_BUCKET: "reign-tv",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret",
});

it("creates a missing bucket", async () => {
  answers = [404, 200];
  const { stdout } = await run(process.execPath, ["scripts/commands/make-bucket.ts"], {
    env: programEnvironment(environment()),
  });
  expect(stdout).toBe("Bucket reign-tv created.\n");
  expect(asked).toEqual(["GET /reign-tv?list-type=2&max-keys=1", "PUT /reign-tv"]);
}, 30_000);

it("leaves an existing bucket as it is", async () => {
  answers = [200];
  expect(await makeBucket(environment())).toBe("Bucket reign-tv already exists.");
  expect(asked).toHaveLength(1);
});

it("gives a hint when the store rejects the key or creates no buckets", async () => {
  answers = [403];
  await expect(makeBucket(environment())).rejects.toThrow(
    "The S3 store returned 403: check its keys.",
  );
  answers = [404, 405];
  await expect(makeBucket(environment())).rejects.toThrow(
    "create it with the provider's own tools",
  );
});

it("does nothing without a store", async () => {
  await expect(makeBucket({})).rejects.toThrow("No S3 store is configured: set S3_ENDPOINT");
});
