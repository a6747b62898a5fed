import type { TransactionSql } from "postgres";
import { readLimits } from "#server/backend/storage/rows/bucket-rows.ts";
import { S3Error } from "#server/backend/storage/s3/protocol/s3-error.ts";
import type { XmlContent } from "#server/backend/storage/s3/protocol/xml.ts";
import { OWNER_XML } from "./bucket-calls.ts";
import { readNumber, xmlReply, type S3Call } from "./call.ts";

const KEYS_MAX = 1_000;
const TEXT_MAX_CHARACTERS = 1_024;
/** Behind every key that begins as the text before it: no key has this sign. */
const BEHIND_ALL = "\u{10FFFF}";

type ListQuery = {
  readonly bucketId: string;
  readonly prefix: string;
  /** "" lists every key below the prefix. */
  readonly delimiter: string;
  /** Keys up to this text are left out. */
  readonly after: string;
  readonly maxKeys: number;
};

/** A key, or with null for the object what several keys have in common. */
type ListedKey = {
  readonly name: string;
  readonly isPrefix: boolean;
  readonly eTag: string | null;
  readonly size: number | null;
  readonly updatedAt: Date | null;
};

type ListedPage = {
  readonly keys: readonly ListedKey[];
  /** The last one that was listed when more follow. */
  readonly next: ListedKey | null;
};

/** ListObjectsV2. */
export async function listObjectsV2(call: S3Call, bucketId: string): Promise<Response> {
  const { query } = call;
  const token = query.get("continuation-token");
  const startAfter = readText(query, "start-after");
  const after = token === null ? startAfter : readToken(token);
  const list = { ...readCommon(query, bucketId), after };
  const page = await listKeys(call, list);
  const encode = encoderOf(query);
  const isOwnerWanted = query.get("fetch-owner") === "true";
  return xmlReply("ListBucketResult", {
    ...commonXml(list, page, query),
    KeyCount: page.keys.length,
    ContinuationToken: token ?? undefined,
    NextContinuationToken: page.next === null ? undefined : writeToken(page.next),
    StartAfter: startAfter === "" ? undefined : encode(startAfter),
    ...keysXml(page, encode, isOwnerWanted),
  });
}

/** ListObjects, the older call. */
export async function listObjects(call: S3Call, bucketId: string): Promise<Response> {
  const { query } = call;
  const common = readCommon(query, bucketId);
  const marker = readText(query, "marker");
  // A marker that is a common prefix itself stands for all that it covers.
  const isPrefix = common.delimiter !== "" && marker.endsWith(common.delimiter);
  const list = { ...common, after: isPrefix ? marker + BEHIND_ALL : marker };
  const page = await listKeys(call, list);
  const encode = encoderOf(query);
  return xmlReply("ListBucketResult", {
    ...commonXml(list, page, query),
    Marker: encode(marker),
    NextMarker: page.next === null || common.delimiter === "" ? undefined : encode(page.next.name),
    ...keysXml(page, encode, true),
  });
}

function readCommon(query: URLSearchParams, bucketId: string): Omit<ListQuery, "after"> {
  const encoding = query.get("encoding-type");
  if (encoding !== null && encoding !== "url") {
    throw new S3Error("InvalidArgument", { message: "Invalid Encoding Method specified" });
  }
  return {
    bucketId,
    prefix: readText(query, "prefix"),
    delimiter: readText(query, "delimiter"),
    maxKeys: Math.min(
      KEYS_MAX,
      readNumber(query, "max-keys", { standard: KEYS_MAX, min: 0, max: 2_147_483_647 }),
    ),
  };
}

function readText(query: URLSearchParams, name: string): string {
  const text = query.get(name) ?? "";
  // The database has no text with a NUL in it.
  if (text.length > TEXT_MAX_CHARACTERS || text.includes("\0")) {
    throw new S3Error("InvalidArgument", { message: `Provided ${name} is not valid.` });
  }
  return text;
}

/** What the caller's policies show, in the order of the keys' bytes. */
async function listKeys({ parts, access }: S3Call, list: ListQuery): Promise<ListedPage> {
  await readLimits(parts.database.storage, list.bucketId);
  if (list.maxKeys === 0) return { keys: [], next: null };
  const rows = await access.run(true, (sql) => selectKeys(sql, list));
  const keys = rows.slice(0, list.maxKeys);
  return { keys, next: rows.length > list.maxKeys ? (keys.at(-1) ?? null) : null };
}

async function selectKeys(
  sql: TransactionSql,
  { bucketId, prefix, delimiter, after, maxKeys }: ListQuery,
): Promise<readonly ListedKey[]> {
  const matches = sql`
    from storage.objects
    where bucket_id = ${bucketId} and name collate "C" ^@ ${prefix}
      and name collate "C" > ${after}::text`;
  const object = sql`
    metadata ->> 'eTag' as "eTag", (metadata ->> 'size')::float8 as size, updated_at as "updatedAt"`;
  if (delimiter === "") {
    return sql<ListedKey[]>`
      select name, false as "isPrefix", ${object} ${matches}
      order by name collate "C" limit ${maxKeys + 1}`;
  }
  return sql<ListedKey[]>`
    with entries as (
      select *, strpos(substr(name, length(${prefix}) + 1), ${delimiter}) as at ${matches}
    )
    select distinct left(name, (length(${prefix}) + at - 1 + length(${delimiter}))::int)
             collate "C" as name,
           true as "isPrefix", null as "eTag", null::float8 as size, null::timestamptz as "updatedAt"
    from entries where at > 0
    union all
    select name collate "C", false, ${object} from entries where at = 0
    order by name limit ${maxKeys + 1}`;
}

function commonXml(
  { bucketId, prefix, delimiter, maxKeys }: ListQuery,
  { next }: ListedPage,
  query: URLSearchParams,
): XmlContent {
  const encode = encoderOf(query);
  return {
    Name: bucketId,
    Prefix: encode(prefix),
    Delimiter: delimiter === "" ? undefined : encode(delimiter),
    MaxKeys: maxKeys,
    EncodingType: query.get("encoding-type") ?? undefined,
    IsTruncated: next !== null,
  };
}

function keysXml(
  { keys }: ListedPage,
  encode: (text: string) => string,
  isOwnerWanted: boolean,
): XmlContent {
  return {
    Contents: keys
      .filter(({ isPrefix }) => !isPrefix)
      .map(({ name, eTag, size, updatedAt }) => ({
        Key: encode(name),
        LastModified: updatedAt?.toISOString(),
        ETag: eTag ?? '""',
        Size: size ?? 0,
        StorageClass: "STANDARD",
        ...(isOwnerWanted ? { Owner: OWNER_XML } : {}),
      })),
    CommonPrefixes: keys
      .filter(({ isPrefix }) => isPrefix)
      .map(({ name }) => ({ Prefix: encode(name) })),
  };
}

function encoderOf(query: URLSearchParams): (text: string) => string {
  if (query.get("encoding-type") !== "url") return (text) => text;
  return (text) => encodeURIComponent(text).replaceAll("%2F", "/");
}

function writeToken({ name, isPrefix }: ListedKey): string {
  return Buffer.from(isPrefix ? name + BEHIND_ALL : name).toString("base64url");
}

function readToken(token: string): string {
  const text = Buffer.from(token, "base64url").toString();
  const isOurs = Buffer.from(text).toString("base64url") === token && !text.includes("\0");
  if (!isOurs || text === "" || text.length > TEXT_MAX_CHARACTERS + BEHIND_ALL.length) {
    const message = "The continuation token provided is incorrect";
    throw new S3Error("InvalidArgument", { message });
  }
  return text;
}
