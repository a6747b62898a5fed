import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { checkSignature, sha256, type S3Credentials } from "./signature-v4.ts";

type StoredObject = { readonly bytes: Buffer; readonly modifiedAt: Date };

type StoredUpload = { readonly key: string; readonly begunAt: Date };

/** An in-memory S3 server. */
export type FakeS3 = {
  /** Value of the backend's setting `s3`. */
  readonly settings: S3Credentials & { readonly endpoint: string; readonly bucket: string };
  /** Returns the environment variables that configure this server. */
  variables(prefix: "S3_" | "BACKUP_S3_"): Record<string, string>;
  /** Stored objects by key. Tests read and change them. */
  readonly objects: Map<string, StoredObject>;
  /** Uploads in parts that were neither completed nor aborted, by their ids. */
  readonly uploads: Map<string, StoredUpload>;
  /** Makes the next requests fail with these statuses. */
  failNext(...statuses: readonly number[]): void;
  close(): Promise<void>;
};

const BUCKET = "test-bucket";
/** Prefix of the keys of upload parts. No object key has it. */
const HIDDEN = "\u0000";
/** Small, so that a few objects need several pages. */
const LIST_PAGE = 2;
const CREDENTIALS: S3Credentials = {
  accessKeyId: "AKIDTEST",
  secretAccessKey: "test-secret-access-key",
  region: "eu-test-1",
};

/**
 * Implements the part of S3 that the server uses: path-style URLs, Signature Version 4, PUT with content digest,
 * copy, ranged GET, DELETE, uploads in parts, ListObjectsV2 and ListMultipartUploads in pages, errors in XML.
 */
export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, StoredUpload>();
  const failures: number[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const status = failures.shift();
      if (status !== undefined) return sendError(response, status, "InternalError");
      const failure = checkSignature(request, CREDENTIALS);
      if (failure !== null) return sendError(response, 403, failure);
      return answer({ objects, uploads }, request, body, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const settings = { ...CREDENTIALS, endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET };
  return {
    settings,
    variables: (prefix) => ({
      [`${prefix}ENDPOINT`]: settings.endpoint,
      [`${prefix}BUCKET`]: settings.bucket,
      [`${prefix}REGION`]: settings.region,
      [`${prefix}ACCESS_KEY_ID`]: settings.accessKeyId,
      [`${prefix}SECRET_ACCESS_KEY`]: settings.secretAccessKey,
    }),
    objects,
    uploads,
    failNext: (...statuses) => void failures.push(...statuses),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(
  { objects, uploads }: Pick<FakeS3, "objects" | "uploads">,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  const url = new URL(request.url ?? "/", "http://s3");
  const [, bucket, ...rest] = decodeURIComponent(url.pathname).split("/");
  const key = rest.join("/");
  if (bucket !== BUCKET) return sendError(response, 404, "NoSuchBucket");
  const upload = url.searchParams.get("uploadId");
  if (upload !== null) {
    if (!uploads.has(upload)) return sendError(response, 404, "NoSuchUpload");
    if (request.method !== "PUT") uploads.delete(upload);
    return continueUpload(objects, {
      key,
      upload,
      query: url.searchParams,
      request,
      body,
      response,
    });
  }
  if (request.method === "POST" && url.searchParams.has("uploads")) {
    const id = randomUUID();
    uploads.set(id, { key, begunAt: new Date() });
    const begun = `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`;
    return sendXml(response, 200, begun);
  }
  switch (request.method) {
    case "PUT":
      return put(objects, key, request, body, response);
    case "GET":
      if (key !== "") return get(objects.get(key), request.headers.range, response);
      return url.searchParams.has("uploads")
        ? listUploads(uploads, url.searchParams, response)
        : list(objects, url.searchParams, response);
    case "DELETE":
      objects.delete(key);
      return void response.writeHead(204).end();
    case undefined:
    default:
      return sendError(response, 405, "MethodNotAllowed");
  }
}

/** Minimum size of a part, except the last one. */
const PART_LEAST_BYTES = 5 * 1024 * 1024;

/** Stores parts under hidden keys until the upload is completed or aborted. */
function continueUpload(
  objects: Map<string, StoredObject>,
  call: {
    readonly key: string;
    readonly upload: string;
    readonly query: URLSearchParams;
    readonly request: IncomingMessage;
    readonly body: Buffer;
    readonly response: ServerResponse;
  },
): void {
  const { key, upload, query, request, body, response } = call;
  const prefix = `${HIDDEN}${upload}/`;
  if (request.method === "PUT") {
    const number = (query.get("partNumber") ?? "").padStart(5, "0");
    objects.set(prefix + number, { bytes: body, modifiedAt: new Date() });
    return void response.writeHead(200, { etag: `"${sha256(body)}"` }).end();
  }
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix)).toSorted();
  const parts = names.map((name) => objects.get(name)?.bytes ?? Buffer.alloc(0));
  for (const name of names) objects.delete(name);
  if (request.method === "DELETE") return void response.writeHead(204).end();
  const isSmall = parts.slice(0, -1).some((part) => part.length < PART_LEAST_BYTES);
  const named = [...body.toString().matchAll(/<ETag>"([0-9a-f]+)"<\/ETag>/g)].map(([, tag]) => tag);
  const isSame = named.join() === parts.map((part) => sha256(part)).join();
  if (isSmall || !isSame)
    return sendError(response, 400, isSmall ? "EntityTooSmall" : "InvalidPart");
  objects.set(key, { bytes: Buffer.concat(parts), modifiedAt: new Date() });
  sendXml(response, 200, "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
}

function put(
  objects: Map<string, StoredObject>,
  key: string,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  const source = request.headers["x-amz-copy-source"];
  if (typeof source === "string") {
    const original = objects.get(decodeURIComponent(source).replace(`/${BUCKET}/`, ""));
    if (original === undefined) return sendError(response, 404, "NoSuchKey");
    objects.set(key, { bytes: original.bytes, modifiedAt: new Date() });
    return sendXml(response, 200, "<CopyObjectResult><ETag>x</ETag></CopyObjectResult>");
  }
  if (request.headers["content-length"] === undefined) {
    return sendError(response, 411, "MissingContentLength");
  }
  const digest = request.headers["x-amz-content-sha256"];
  if (digest !== "UNSIGNED-PAYLOAD" && digest !== sha256(body)) {
    return sendError(response, 400, "XAmzContentSHA256Mismatch");
  }
  objects.set(key, { bytes: body, modifiedAt: new Date() });
  return void response.writeHead(200).end();
}

function get(
  object: StoredObject | undefined,
  range: string | undefined,
  response: ServerResponse,
): void {
  if (object === undefined) return sendError(response, 404, "NoSuchKey");
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  if (first === undefined) return void response.writeHead(200).end(object.bytes);
  const part = object.bytes.subarray(Number(first), Number(last) + 1);
  const headers = { "content-range": `bytes ${first}-${last}/${object.bytes.length}` };
  return void response.writeHead(206, headers).end(part);
}

function list(
  objects: ReadonlyMap<string, StoredObject>,
  query: URLSearchParams,
  response: ServerResponse,
): void {
  const after = query.get("continuation-token") ?? "";
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(query.get("prefix") ?? "") && key > after)
    .filter((key) => !key.startsWith(HIDDEN))
    .toSorted();
  const page = keys.slice(0, LIST_PAGE);
  const contents = page.map((key) => {
    const modified = objects.get(key)?.modifiedAt.toISOString();
    const size = objects.get(key)?.bytes.length;
    return `<Contents><Key>${escaped(key)}</Key><Size>${size}</Size><LastModified>${modified}</LastModified></Contents>`;
  });
  const isTruncated = keys.length > page.length;
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  sendXml(
    response,
    200,
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`,
  );
}

/** One on each page, in the order of key and id. */
function listUploads(
  uploads: FakeS3["uploads"],
  query: URLSearchParams,
  response: ServerResponse,
): void {
  const after = `${query.get("key-marker") ?? ""} ${query.get("upload-id-marker") ?? ""}`;
  const found = [...uploads]
    .map(([id, { key, begunAt }]) => ({ id, key, begunAt, place: `${key} ${id}` }))
    .filter(({ key, place }) => key.startsWith(query.get("prefix") ?? "") && place > after)
    .toSorted((one, other) => (one.place < other.place ? -1 : 1));
  const [first] = found;
  const entry =
    first === undefined
      ? ""
      : `<NextKeyMarker>${escaped(first.key)}</NextKeyMarker><NextUploadIdMarker>${first.id}</NextUploadIdMarker><Upload><Key>${escaped(first.key)}</Key><UploadId>${first.id}</UploadId><Initiated>${first.begunAt.toISOString()}</Initiated></Upload>`;
  sendXml(
    response,
    200,
    `<ListMultipartUploadsResult><IsTruncated>${found.length > 1}</IsTruncated>${entry}</ListMultipartUploadsResult>`,
  );
}

/** Encodes as other implementations do: with numeric references. */
function escaped(key: string): string {
  return key.replaceAll(/[&<>'"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function sendError(response: ServerResponse, status: number, code: string): void {
  sendXml(response, status, `<Error><Code>${code}</Code></Error>`);
}

function sendXml(response: ServerResponse, status: number, xml: string): void {
  response
    .writeHead(status, { "content-type": "application/xml" })
    .end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
