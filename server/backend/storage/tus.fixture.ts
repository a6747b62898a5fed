/** A client of TUS that says just what it is told, right or wrong. */
export type TusCall = {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
};

export type TusClient = {
  /** @param path below /storage/v1, or the address of an upload. */
  call(
    method: string,
    path: string,
    headers?: Readonly<Record<string, string>>,
    body?: BodyInit,
  ): Promise<TusCall>;
  /** Begins an upload. @returns its address. */
  begin(name: string, size: number, headers?: Readonly<Record<string, string>>): Promise<string>;
  /** Sends a part. */
  patch(
    address: string,
    offset: number,
    body: BodyInit,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TusCall>;
};

const VERSION = { "tus-resumable": "1.0.0" };
const PART = { "content-type": "application/offset+octet-stream" };

/** Value of Upload-Metadata. */
export function metadataOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");
}

/**
 * @param origin of the backend.
 * @param own headers of every call: the key, the token.
 * @param bucket that uploads are begun in.
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
      const answer = await call("POST", "/upload/resumable", {
        "upload-length": String(size),
        "upload-metadata": metadata,
        ...headers,
      });
      if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
      return answer.headers.get("location") ?? "";
    },
    patch: (address, offset, body, headers = {}) =>
      call("PATCH", address, { ...PART, "upload-offset": String(offset), ...headers }, body),
  };
}
