import { AwsClient } from "aws4fetch";
import { parseConfig } from "#server/settings/config.ts";
import { runCommand } from "./run-command.ts";

const RETRIES = 2;

/**
 * Creates the bucket `S3_BUCKET` when it is missing: `npm run bucket`. Safe to repeat.
 *
 * @returns a sentence for the operator.
 */
export async function makeBucket(environment: NodeJS.ProcessEnv): Promise<string> {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION } =
    parseConfig(environment);
  if (S3_ENDPOINT === undefined || S3_BUCKET === undefined) {
    throw new Error("There is no S3 store: set S3_ENDPOINT and what belongs to it.");
  }
  const client = new AwsClient({
    accessKeyId: S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: S3_SECRET_ACCESS_KEY ?? "",
    region: S3_REGION,
    service: "s3",
    retries: RETRIES,
  });
  const bucket = `${S3_ENDPOINT.replace(/\/+$/, "")}/${S3_BUCKET}`;
  const found = await client.fetch(`${bucket}?list-type=2&max-keys=1`);
  await found.body?.cancel();
  if (found.ok) return `The bucket ${S3_BUCKET} is there.`;
  if (found.status !== 404) throw new Error(`The store answers ${found.status}: look at its keys.`);
  const made = await client.fetch(bucket, { method: "PUT" });
  if (!made.ok) {
    throw new Error(
      `The store answers ${made.status} and makes no bucket: make it by its own tools.`,
    );
  }
  return `The bucket ${S3_BUCKET} is made.`;
}

if (import.meta.main) await runCommand(async () => console.log(await makeBucket(process.env)));
