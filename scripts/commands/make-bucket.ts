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
    throw new Error("No S3 store is configured: set S3_ENDPOINT and the other S3 settings.");
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
  if (found.ok) return `Bucket ${S3_BUCKET} already exists.`;
  if (found.status !== 404)
    throw new Error(`The S3 store returned ${found.status}: check its keys.`);
  const made = await client.fetch(bucket, { method: "PUT" });
  if (!made.ok) {
    throw new Error(
      `The S3 store returned ${made.status} and did not create the bucket: create it with the provider's own tools.`,
    );
  }
  return `Bucket ${S3_BUCKET} created.`;
}

if (import.meta.main) await runCommand(async () => console.log(await makeBucket(process.env)));
