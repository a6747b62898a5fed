import { deleteBucket, insertBucket } from "#server/backend/storage/actions/change-buckets.ts";
import {
  findBucket,
  selectBuckets,
  type BucketRow,
} from "#server/backend/storage/rows/bucket-rows.ts";
import { requireBucketName } from "#server/backend/storage/rows/object-path.domain.ts";
import { readSmallBody } from "#server/backend/storage/s3/body/small-body.ts";
import { xmlReply, type S3Call } from "./call.ts";

/** Every installation is one place; tools sign for whatever region they are told. */
export const REGION = "us-east-1";
const OWNER = "storage";

/** Owner of whatever is listed: the service. */
export const OWNER_XML = { ID: OWNER, DisplayName: OWNER };

export async function listBuckets({ access }: S3Call): Promise<Response> {
  const buckets = await access.run(
    true,
    (sql) => sql<BucketRow[]>`
      select * from (${selectBuckets(sql)}) as b order by id collate "C"`,
  );
  return xmlReply("ListAllMyBucketsResult", {
    Owner: OWNER_XML,
    Buckets: {
      Bucket: buckets.map((bucket) => ({
        Name: bucket.id,
        CreationDate: bucket.created_at.toISOString(),
        BucketRegion: REGION,
      })),
    },
  });
}

export async function headBucket({ access }: S3Call, bucketId: string): Promise<Response> {
  await access.run(true, (sql) => findBucket(sql, bucketId));
  return new Response(null, { headers: { "x-amz-bucket-region": REGION } });
}

/** The body may ask for a region: there is one. `x-amz-acl: public-read` makes the bucket public. */
export async function createBucket(call: S3Call, bucketId: string): Promise<Response> {
  await readSmallBody(call);
  const id = requireBucketName(bucketId);
  const isPublic = call.c.req.header("x-amz-acl")?.startsWith("public-read") ?? false;
  await insertBucket(call.access, {
    id,
    name: id,
    settings: { isPublic, fileSizeLimit: null, allowedMimeTypes: null },
  });
  return new Response(null, { headers: { location: `/${encodeURIComponent(id)}` } });
}

export async function removeBucket({ parts, access }: S3Call, bucketId: string): Promise<Response> {
  await deleteBucket(parts.database.storage, access, bucketId);
  return new Response(null, { status: 204 });
}

export async function bucketLocation({ access }: S3Call, bucketId: string): Promise<Response> {
  await access.run(true, (sql) => findBucket(sql, bucketId));
  return xmlReply("LocationConstraint", { "#text": REGION });
}

/** Nothing is versioned: an empty document, as for a bucket that never was. */
export async function bucketVersioning({ access }: S3Call, bucketId: string): Promise<Response> {
  await access.run(true, (sql) => findBucket(sql, bucketId));
  return xmlReply("VersioningConfiguration", {});
}
