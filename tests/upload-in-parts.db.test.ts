import { type ChildProcess, spawn } from "node:child_process";
import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isAlive, waitForExit } from "#server/database/embedded/process-probe.ts";
import { removeDataDir } from "./support/crash-drill.ts";
import { freePort } from "./support/free-port.ts";
import { makePreparedDataDir } from "./support/prepared-database.ts";
import { serverEnvironment } from "./support/server-environment.ts";
import { waitUntilReady } from "./support/server-process.ts";

const EXIT_LIMIT_MS = 25_000;
const PART_BYTES = 5_242_880;
const credentials = {
  accessKeyId: "drill-access-key-id",
  secretAccessKey: "drill-secret-access-key-of-more-than-32-signs",
};

describe("an upload in parts", () => {
  let dataDir = "";
  let server: ChildProcess;
  beforeEach(() => {
    dataDir = makePreparedDataDir();
  });
  afterEach(async () => {
    await kill("SIGTERM");
    await removeDataDir(dataDir);
  });

  async function start(): Promise<S3Client> {
    const { url, variables } = serverEnvironment(await freePort(), dataDir, {
      S3_PROTOCOL_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_PROTOCOL_ACCESS_KEY_SECRET: credentials.secretAccessKey,
    });
    server = spawn(process.execPath, ["server/main.ts"], {
      stdio: "ignore",
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...variables },
    });
    await waitUntilReady(url, server);
    const endpoint = `${url}/storage/v1/s3`;
    return new S3Client({ endpoint, region: "us-east-1", forcePathStyle: true, credentials });
  }

  async function kill(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const pid = server.pid ?? 0;
    if (pid === 0 || !isAlive(pid)) return;
    process.kill(pid, signal);
    await waitForExit(pid, EXIT_LIMIT_MS);
  }

  it("goes on after kill -9 of the server where it was", async () => {
    const [first, second] = [Buffer.alloc(PART_BYTES, "first"), Buffer.from("second")];
    const object = { Bucket: "films", Key: "film.mp4" };
    const before = await start();
    await before.send(new CreateBucketCommand({ Bucket: object.Bucket }));
    const { UploadId } = await before.send(new CreateMultipartUploadCommand(object));
    const put = (client: S3Client, PartNumber: number, Body: Buffer) =>
      client.send(new UploadPartCommand({ ...object, UploadId, PartNumber, Body }));
    const { ETag: firstTag } = await put(before, 1, first);
    await kill("SIGKILL");

    const after = await start();
    const { ETag: secondTag } = await put(after, 2, second);
    const Parts = [
      { PartNumber: 1, ETag: firstTag },
      { PartNumber: 2, ETag: secondTag },
    ];
    const complete = { ...object, UploadId, MultipartUpload: { Parts } };
    await after.send(new CompleteMultipartUploadCommand(complete));
    const { Body } = await after.send(new GetObjectCommand(object));
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    expect(bytes.equals(Buffer.concat([first, second]))).toBe(true);
  });
});
