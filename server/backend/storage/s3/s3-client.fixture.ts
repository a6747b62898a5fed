import { S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { AwsClient } from "aws4fetch";
import type { StorageTest } from "#server/backend/storage/storage.fixture.ts";

export const S3_KEYS = {
  accessKeyId: "test-access-key-id",
  secretAccessKey: "test-secret-access-key-of-more-than-32-signs",
};

type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
};

/** What stands for the secret of a session: the key that everybody knows. */
export function sessionKeys(test: StorageTest, sessionToken: string): Credentials {
  return { accessKeyId: "project", secretAccessKey: test.backend.publishableKey, sessionToken };
}

/** The unmodified client of S3, as its documentation sets it up for another server. */
export function s3ClientOf(test: StorageTest, credentials: Credentials = S3_KEYS): S3Client {
  return new S3Client({
    endpoint: `${test.url}/s3`,
    region: "us-east-1",
    forcePathStyle: true,
    maxAttempts: 1,
    credentials,
  });
}

/** Signs what that client would never send. */
export function signerOf(credentials: Credentials = S3_KEYS, region = "us-east-1"): AwsClient {
  return new AwsClient({ ...credentials, region, service: "s3", retries: 0 });
}

/** Name and status of a refusal, e.g. "NoSuchKey 404". */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "no refusal";
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error;
    return `${error.name} ${error.$metadata.httpStatusCode}`;
  }
}
