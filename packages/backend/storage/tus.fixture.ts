/** A TUS client that sends exactly the given headers, valid or not. */
export type TusCall = {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
};

export type TusClient = {
  /** @param path below /storage/v1, or an upload URL. */
  call(
    method: string,
    path: string,
    headers?: Readonly<Record<string, string>>,
    body?: BodyInit,
  ): Promise<TusCall>;
  /** Creates an upload. @returns its URL. */
  begin(name: string, size: number, headers?: Readonly<Record<string, string>>): Promise<string>;
  patch(
    uploadUrl: string,
    offset: number,
    body: BodyInit,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TusCall>;
};

const VERSION = { "tus-resumable": "1.0.0" };
const PART = { "content-type": "application/offset+octet-stream" };

/** Returns an Upload-Metadata header. */
export function metadataOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");
}

/**
 * @param origin of the backend.
 * @param own headers of every call: the key, the token.
 * @param bucket of new uploads.
 */
export function createTusClient(
  origin: string,
  own: Readonly<Record<string, string>>,
  bucket: string,
): TusClient {
  const call: TusClient["call"] = async (method, path, headers = {}, body) => {
    const url = path.startsWith("/storage/") ? `${origin}${path}` : `${origin}/storage/v1${path}`;
    const response = await fetch(url, {
      method,
      headers: { ...VERSION, ...own, ...headers },
      ...(body === undefined ? {} : { body, duplex: "half" }),
    });
    return {
      status: response.status,
      text: await response.text(),
      headers: response.headers,
    };
  };
  return {
    call,
    async begin(name, size, headers = {}) {
      const metadata = metadataOf({ bucketName: bucket, objectName: name });
      const response = await call("POST", "/upload/resumable", {
        "upload-length": String(size),
        "upload-metadata": metadata,
        ...headers,
      });
      if (response.status !== 201) throw new Error(`${response.status} ${response.text}`);
      return response.headers.get("location") ?? "";
    },
    patch: (uploadUrl, offset, body, headers = {}) =>
      call("PATCH", uploadUrl, { ...PART, "upload-offset": String(offset), ...headers }, body),
  };
}
