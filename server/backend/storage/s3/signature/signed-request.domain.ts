import { S3Error } from "#server/backend/storage/s3/protocol/s3-error.ts";

/** What a request says of its own signature (AWS Signature Version 4), read but not yet checked. */
export type SignedRequest = {
  readonly accessKeyId: string;
  /** "20261122/us-east-1/s3/aws4_request": what the key of the signature is derived for. */
  readonly scope: string;
  /** Lower-case names in their order. */
  readonly signedHeaders: readonly string[];
  /** Hex. */
  readonly signature: string;
  /** "20261122T101500Z", as it was signed. */
  readonly timestamp: string;
  /** Milliseconds since the epoch. */
  readonly signedAtMs: number;
  /** How long a presigned address works; null for a signature in the header. */
  readonly lifeS: number | null;
  /** A session of the auth service, in whose name the request speaks; null for the static key. */
  readonly sessionToken: string | null;
  /** Digest of the body, or one of S3's words for how the body is signed. */
  readonly payload: string;
};

type Incoming = {
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
};

const ALGORITHM = "AWS4-HMAC-SHA256";
/** Seven days. */
const LIFE_MAX_S = 604_800;
const CREDENTIAL = /^([\w.+=,@:-]{1,128})\/(\d{8}\/[\w-]{1,64}\/s3\/aws4_request)$/;
const SIGNED_HEADERS = /^[a-z0-9-]{1,64}(?:;[a-z0-9-]{1,64}){0,63}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;
const TIMESTAMP = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
const UNSIGNED = "UNSIGNED-PAYLOAD";

/**
 * Reads the signature from the Authorization header or from the query of a presigned address.
 *
 * @throws S3Error AccessDenied without any, else what is wrong with its form.
 */
export function readSignature(request: Incoming): SignedRequest {
  const authorization = request.header("authorization");
  if (authorization !== undefined) return fromHeader(authorization, request);
  if (request.query.has("X-Amz-Signature")) return fromQuery(request);
  throw new S3Error("AccessDenied");
}

function fromHeader(authorization: string, { header }: Incoming): SignedRequest {
  const malformed = (): S3Error => new S3Error("AuthorizationHeaderMalformed");
  const [algorithm, ...rest] = authorization.trim().split(/\s+/);
  if (algorithm !== ALGORITHM) {
    const message = `Please use ${ALGORITHM}.`;
    throw new S3Error("InvalidRequest", {
      message: `The authorization mechanism that you provided is not supported. ${message}`,
    });
  }
  const fields = new Map(rest.join("").split(",").map(splitField));
  const parts = {
    credential: fields.get("Credential"),
    signedHeaders: fields.get("SignedHeaders"),
    signature: fields.get("Signature"),
    timestamp: header("x-amz-date"),
  };
  const payload = header("x-amz-content-sha256");
  if (payload === undefined) {
    const message = "Missing required header for this request: x-amz-content-sha256";
    throw new S3Error("InvalidRequest", { message });
  }
  const sessionToken = header("x-amz-security-token") ?? null;
  return { ...assemble(parts, malformed), lifeS: null, sessionToken, payload };
}

function splitField(field: string): [string, string] {
  const at = field.indexOf("=");
  return [field.slice(0, at), field.slice(at + 1)];
}

function fromQuery({ query, header }: Incoming): SignedRequest {
  const malformed = (): S3Error => new S3Error("AuthorizationQueryParametersError");
  const parts = {
    credential: query.get("X-Amz-Credential") ?? undefined,
    signedHeaders: query.get("X-Amz-SignedHeaders") ?? undefined,
    signature: query.get("X-Amz-Signature") ?? undefined,
    timestamp: query.get("X-Amz-Date") ?? undefined,
  };
  const life = query.get("X-Amz-Expires") ?? "";
  const lifeS = /^\d{1,6}$/.test(life) ? Number(life) : 0;
  if (query.get("X-Amz-Algorithm") !== ALGORITHM || lifeS < 1 || lifeS > LIFE_MAX_S) {
    throw malformed();
  }
  const payload = query.get("X-Amz-Content-Sha256") ?? header("x-amz-content-sha256") ?? UNSIGNED;
  const sessionToken = query.get("X-Amz-Security-Token");
  return { ...assemble(parts, malformed), lifeS, sessionToken, payload };
}

type SignatureParts = Readonly<
  Record<"credential" | "signedHeaders" | "signature" | "timestamp", string | undefined>
>;

function assemble(
  { credential = "", signedHeaders = "", signature = "", timestamp = "" }: SignatureParts,
  malformed: () => S3Error,
): Omit<SignedRequest, "lifeS" | "sessionToken" | "payload"> {
  const [, accessKeyId, scope] = CREDENTIAL.exec(credential) ?? [];
  const signedAtMs = Date.parse(timestamp.replace(TIMESTAMP, "$1-$2-$3T$4:$5:$6Z"));
  const isWellFormed =
    SIGNED_HEADERS.test(signedHeaders) &&
    SIGNATURE.test(signature) &&
    TIMESTAMP.test(timestamp) &&
    Number.isFinite(signedAtMs);
  if (accessKeyId === undefined || scope === undefined || !isWellFormed) throw malformed();
  // The key of another day would be good for that day.
  if (!scope.startsWith(`${timestamp.slice(0, 8)}/`)) throw malformed();
  return {
    accessKeyId,
    scope,
    signedHeaders: signedHeaders.split(";"),
    signature,
    timestamp,
    signedAtMs,
  };
}
