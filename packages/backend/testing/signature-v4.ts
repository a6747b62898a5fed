import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

export type S3Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
};

/** S3's error code of a rejected request. */
export type SignatureFailure =
  | "AccessDenied"
  | "InvalidAccessKeyId"
  | "RequestTimeTooSkewed"
  | "SignatureDoesNotMatch";

const SKEW_MAX_MS = 900_000;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/;

/**
 * Checks AWS Signature Version 4 in the Authorization header. Written from the specification, independently of the
 * signer under test. Host, date and content digest must be signed headers.
 *
 * @returns null when the signature is valid.
 */
export function checkSignature(
  request: IncomingMessage,
  { accessKeyId, secretAccessKey, region }: S3Credentials,
): SignatureFailure | null {
  const [, keyId, day, scopeRegion, headerList, signature] =
    AUTHORIZATION.exec(request.headers.authorization ?? "") ?? [];
  if (keyId === undefined || day === undefined || headerList === undefined) return "AccessDenied";
  if (keyId !== accessKeyId) return "InvalidAccessKeyId";
  const date = header(request, "x-amz-date");
  if (!isRecent(date) || !date.startsWith(day)) return "RequestTimeTooSkewed";
  const signed = headerList.split(";");
  const required = ["host", "x-amz-content-sha256", "x-amz-date"];
  if (!required.every((name) => signed.includes(name))) return "AccessDenied";

  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", date, scope, sha256(canonicalRequest(request, signed))];
  const keyOfDay = hmac(`AWS4${secretAccessKey}`, day);
  const key = hmac(hmac(hmac(keyOfDay, region), "s3"), "aws4_request");
  const expected = hmac(key, toSign.join("\n"));
  const isEqual = timingSafeEqual(expected, Buffer.from(signature ?? "", "hex"));
  return isEqual && scopeRegion === region ? null : "SignatureDoesNotMatch";
}

function canonicalRequest(request: IncomingMessage, signed: readonly string[]): string {
  const url = new URL(request.url ?? "/", "http://s3");
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join("&");
  const headers = signed.map((name) => `${name}:${header(request, name).replace(/\s+/g, " ")}\n`);
  return [
    request.method,
    url.pathname,
    query,
    headers.join(""),
    signed.join(";"),
    header(request, "x-amz-content-sha256"),
  ].join("\n");
}

function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === "string" ? value.trim() : "";
}

function isRecent(date: string): boolean {
  const iso = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
  return Math.abs(Date.now() - Date.parse(iso)) < SKEW_MAX_MS;
}

/** RFC 3986, stricter than encodeURIComponent. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

export function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
