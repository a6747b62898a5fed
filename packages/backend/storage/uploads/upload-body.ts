import * as v from "valibot";
import { FORM_OVERHEAD_MAX_BYTES, formBoundary, readForm } from "./multipart.ts";
import {
  invalidParameterError,
  invalidRequestError,
  mimeTypeError,
  missingLengthError,
  tooLargeError,
} from "#backend/storage/protocol/storage-error.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import { jsonObject } from "@reign-tv/kit/json-object.ts";

/** Details of an uploaded file from its request. */
export type UploadDetails = {
  /** As declared by the sender; only its form is checked. */
  readonly contentType: string;
  readonly cacheControl: string;
  /** The encoding of the bytes as sent ("gzip"). */
  readonly contentEncoding: string | undefined;
  readonly userMetadata: Readonly<Record<string, unknown>> | null;
};

/** Receives the file; its result is returned with the details. */
export type FileSink<T> = (contentType: string, content: AsyncIterable<Uint8Array>) => Promise<T>;

const DEFAULT_CONTENT_TYPE = "application/octet-stream";
const DEFAULT_CACHE_CONTROL = "no-cache";
const CONTENT_TYPE_MAX_LENGTH = 255;
const METADATA_MAX_BYTES = 16_384;

/**
 * Rejects an upload that announces too many bytes, before the body is read (R-40).
 *
 * @param maxBytes limit for the file itself.
 * @param mustAnnounce reject bodies of unknown length too.
 * @throws StorageError EntityTooLarge (HTTP 413) or MissingContentLength.
 */
export function checkAnnouncedLength(
  headers: Headers,
  maxBytes: number,
  mustAnnounce: boolean,
): void {
  const length = announcedLength(headers);
  if (length === null) {
    if (mustAnnounce) throw missingLengthError();
    return;
  }
  const isForm = formBoundary(headers.get("content-type") ?? "") !== null;
  if (length > maxBytes + (isForm ? FORM_OVERHEAD_MAX_BYTES : 0)) throw tooLargeError(true);
}

/**
 * Reads an upload, form or raw, and streams its file to `sink`.
 *
 * @param sink must stop at its own limit; the announced length limits it here.
 * @throws StorageError InvalidRequest when the body is shorter or longer than announced.
 */
export async function readUpload<T>(
  request: Request,
  sink: FileSink<T>,
): Promise<{ details: UploadDetails; file: T }> {
  const contentType = request.headers.get("content-type") ?? DEFAULT_CONTENT_TYPE;
  const body = readBody(request);
  const boundary = formBoundary(contentType);
  return boundary === null
    ? readRaw(request.headers, contentType, body, sink)
    : readFormUpload(body, boundary, sink);
}

async function readRaw<T>(
  headers: Headers,
  declaredType: string,
  body: AsyncIterable<Uint8Array>,
  sink: FileSink<T>,
): Promise<{ details: UploadDetails; file: T }> {
  const contentType = requireContentType(declaredType);
  const metadata = headers.get("x-metadata");
  const details = {
    contentType,
    cacheControl: readCacheControl(headers.get("cache-control")),
    contentEncoding: readContentEncoding(headers.get("content-encoding")),
    userMetadata:
      metadata === null ? null : readMetadata(Buffer.from(metadata, "base64").toString("utf8")),
  };
  return { details, file: await sink(contentType, body) };
}

async function readFormUpload<T>(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  sink: FileSink<T>,
): Promise<{ details: UploadDetails; file: T }> {
  const fields = new Map<string, string>();
  const files: { contentType: string; file: T }[] = [];
  await readForm(body, boundary, {
    onField: (name, value) => void fields.set(name, value),
    onFile: async (head, content) => {
      const contentType = requireContentType(head.contentType ?? DEFAULT_CONTENT_TYPE);
      files.push({ contentType, file: await sink(contentType, content) });
    },
  });
  const [first] = files;
  if (first === undefined) throw invalidRequestError("The form has no file");
  const maxAge = fields.get("cacheControl");
  const metadata = fields.get("metadata");
  return {
    details: {
      contentType: first.contentType,
      cacheControl: readCacheControl(maxAge === undefined ? null : `max-age=${maxAge}`),
      contentEncoding: readContentEncoding(fields.get("contentEncoding")),
      userMetadata: metadata === undefined ? null : readMetadata(metadata),
    },
    file: first.file,
  };
}

/**
 * Streams the body.
 *
 * @throws StorageError InvalidRequest when it is shorter or longer than announced.
 */
function readBody({ body, headers }: Request): AsyncGenerator<Uint8Array> {
  return exactly(body, announcedLength(headers));
}

/** Returns the value of Content-Length in bytes, or null. */
export function announcedLength(headers: Headers): number | null {
  const value = headers.get("content-length");
  return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** Streams the body and enforces the announced length. */
async function* exactly(
  body: ReadableStream<Uint8Array> | null,
  length: number | null,
): AsyncGenerator<Uint8Array> {
  let received = 0;
  if (body !== null) {
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await readChunk(reader);
      if (done) break;
      received += value.length;
      if (length !== null && received > length) throw lengthError();
      yield value;
    }
  }
  if (length !== null && received < length) throw lengthError();
}

/** No `for await` on the body: leaving it early would cut the connection before the response. */
async function readChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  try {
    return await reader.read();
  } catch (error) {
    throw invalidRequestError("The upload was cut off", error);
  }
}

function lengthError(): Error {
  return invalidRequestError("The body does not have the length that Content-Length announces");
}

/** @throws StorageError InvalidMimeType unless the value can be a Content-Type. */
export function requireContentType(value: string): string {
  const isWellFormed =
    value.length <= CONTENT_TYPE_MAX_LENGTH &&
    /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w-]+=(?:[\w!#$&^.+-]+|"[^"\\\p{Cc}]*"))*\s*;?$/u.test(
      value,
    );
  if (!isWellFormed) throw mimeTypeError(value.slice(0, CONTENT_TYPE_MAX_LENGTH));
  return value;
}

/** Accepts directives only, because the value becomes a response header. */
export function readCacheControl(value: string | null): string {
  return value !== null && /^[\w\-=, "]{1,200}$/.test(value) ? value : DEFAULT_CACHE_CONTROL;
}

/** Accepts names of encodings only, because the value becomes a response header. */
export function readContentEncoding(value: string | null | undefined): string | undefined {
  const isNamed = /^[\w.+-]{1,20}(?:, ?[\w.+-]{1,20}){0,3}$/.test(value ?? "");
  return isNamed ? (value ?? undefined) : undefined;
}

function readMetadata(text: string): Readonly<Record<string, unknown>> {
  if (Buffer.byteLength(text) > METADATA_MAX_BYTES) {
    throw invalidParameterError(`The metadata may have ${METADATA_MAX_BYTES} bytes`);
  }
  const result = v.safeParse(jsonObject, parseJson(text));
  if (!result.success) throw invalidParameterError("The metadata must be a JSON object");
  return result.output;
}
