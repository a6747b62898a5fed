import { invalidRequestError } from "#backend/storage/protocol/storage-error.ts";

export type PartHead = {
  readonly name: string;
  readonly isFile: boolean;
  readonly contentType: string | null;
};

export type PartHandlers = {
  /** Text of a part without a file. */
  readonly onField: (name: string, value: string) => void;
  /** Must read `content` to its end; called at most once. */
  readonly onFile: (head: PartHead, content: AsyncIterable<Uint8Array>) => Promise<void>;
};

/** R-40; the client sends three parts. */
const PARTS_MAX = 5;
const HEAD_MAX_BYTES = 8_192;
const FIELD_MAX_BYTES = 20_000;
/** Spaces that may follow a boundary (RFC 2046, 5.1.1). */
const PADDING_MAX_BYTES = 64;

/**
 * Maximum size of a form without its file: boundaries, part headers and fields. A longer body is
 * rejected unread.
 */
export const FORM_OVERHEAD_MAX_BYTES = PARTS_MAX * HEAD_MAX_BYTES + 4 * FIELD_MAX_BYTES;

/** Returns the boundary of a multipart/form-data type, or null for another type. */
export function formBoundary(contentType: string): string | null {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return null;
  const [, quoted, plain] =
    /;\s*boundary=(?:"([\w'()+,\-./:=? ]{1,70})"|([^\s;,"]{1,70}))\s*(?:;|$)/i.exec(contentType) ??
    [];
  return quoted ?? plain ?? null;
}

/**
 * Parses multipart/form-data (RFC 7578) as a stream: it buffers at most a chunk and a boundary. The
 * first file part counts, whatever its name: storage-js sends an empty name.
 *
 * @throws StorageError InvalidRequest when the body is cut off, has two files or breaks the format.
 */
export async function readForm(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  handlers: PartHandlers,
): Promise<void> {
  const bytes = new FormBytes(body, boundary);
  await discard(bytes.untilBoundary());
  let hasFile = false;
  for (let parts = 0; await bytes.startsPart(); parts += 1) {
    if (parts === PARTS_MAX) throw invalidRequestError("The form has too many parts");
    const head = readHead(await bytes.head());
    if (!head.isFile) {
      handlers.onField(head.name, await readField(bytes.untilBoundary()));
      continue;
    }
    if (hasFile) throw invalidRequestError("The form has more than one file");
    hasFile = true;
    await handlers.onFile(head, bytes.untilBoundary());
  }
  if (!hasFile) throw invalidRequestError("The form has no file");
  await discard(bytes.rest());
}

/** A window on the body that never splits a boundary. */
class FormBytes {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #delimiter: Buffer;
  /** Starts with the line end that may be missing before the first boundary. */
  #held: Buffer = Buffer.from("\r\n");

  constructor(body: AsyncIterable<Uint8Array>, boundary: string) {
    this.#source = body[Symbol.asyncIterator]();
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  }

  async *untilBoundary(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.#held.indexOf(this.#delimiter);
      if (at !== -1) {
        const content = this.#held.subarray(0, at);
        this.#held = this.#held.subarray(at + this.#delimiter.length);
        if (content.length > 0) yield content;
        return;
      }
      const sure = this.#held.length - this.#delimiter.length + 1;
      if (sure > 0) {
        const content = this.#held.subarray(0, sure);
        this.#held = this.#held.subarray(sure);
        yield content;
      }
      await this.#more();
    }
  }

  /** After a boundary: true when a part follows, false at the closing "--". */
  async startsPart(): Promise<boolean> {
    while (this.#held.length < 2) await this.#more();
    if (this.#held.subarray(0, 2).toString("latin1") === "--") {
      this.#held = this.#held.subarray(2);
      return false;
    }
    const padding = await this.#take("\r\n", PADDING_MAX_BYTES);
    if (padding.trim() !== "") throw malformed();
    return true;
  }

  async head(): Promise<string> {
    return this.#take("\r\n\r\n", HEAD_MAX_BYTES);
  }

  async *rest(): AsyncGenerator<Uint8Array> {
    yield this.#held;
    this.#held = Buffer.alloc(0);
    for (
      let next = await this.#source.next();
      next.done !== true;
      next = await this.#source.next()
    ) {
      yield next.value;
    }
  }

  async #take(end: string, maxBytes: number): Promise<string> {
    for (;;) {
      const at = this.#held.indexOf(end, 0, "latin1");
      if (at > maxBytes || (at === -1 && this.#held.length > maxBytes)) throw malformed();
      if (at !== -1) {
        const text = this.#held.subarray(0, at).toString("utf8");
        this.#held = this.#held.subarray(at + end.length);
        return text;
      }
      await this.#more();
    }
  }

  async #more(): Promise<void> {
    const next = await this.#source.next();
    if (next.done === true) throw invalidRequestError("The form ends too early");
    this.#held =
      this.#held.length === 0 ? Buffer.from(next.value) : Buffer.concat([this.#held, next.value]);
  }
}

function malformed(): Error {
  return invalidRequestError("The form is malformed");
}

function readHead(text: string): PartHead {
  const disposition = headerValue(text, "content-disposition");
  if (disposition === null || !/^form-data\s*(?:;|$)/i.test(disposition)) throw malformed();
  const name = /;\s*name="([^"]*)"/i.exec(disposition)?.[1] ?? "";
  const hasFileName = /;\s*filename\*?=/i.test(disposition);
  return {
    name,
    isFile: hasFileName || name === "",
    contentType: headerValue(text, "content-type"),
  };
}

function headerValue(head: string, name: string): string | null {
  for (const line of head.split("\r\n")) {
    const colon = line.indexOf(":");
    if (line.slice(0, colon).trim().toLowerCase() === name) return line.slice(colon + 1).trim();
  }
  return null;
}

async function readField(content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > FIELD_MAX_BYTES) throw invalidRequestError("A field of the form is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function discard(content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of content) void chunk;
}
