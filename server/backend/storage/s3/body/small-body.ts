import { createHash } from "node:crypto";
import type { S3Call } from "#server/backend/storage/s3/calls/call.ts";
import { S3Error } from "#server/backend/storage/s3/protocol/s3-error.ts";
import { openSignedBody } from "./signed-body.ts";

/** A thousand long names, or the parts of an upload. */
const BODY_MAX_BYTES = 2_097_152;

/**
 * Reads a document whole and proves it.
 *
 * @throws S3Error EntityTooLarge, MalformedXML for what is not UTF-8, and those of a signed body.
 */
export async function readSmallBody({ c, signer }: S3Call): Promise<string> {
  const body = openSignedBody(c.req.raw, signer);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body.content) {
    size += piece.length;
    if (size > BODY_MAX_BYTES) throw new S3Error("EntityTooLarge");
    pieces.push(piece);
  }
  const bytes = Buffer.concat(pieces);
  const hex = (algorithm: string): string => createHash(algorithm).update(bytes).digest("hex");
  body.prove({ size, sha256: hex("sha256"), md5: hex("md5") });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new S3Error("MalformedXML", { cause: error });
  }
}
