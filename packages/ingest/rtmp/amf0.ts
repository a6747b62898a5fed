import {
  MAX_AMF_ARRAY,
  MAX_AMF_DEPTH,
  MAX_AMF_STRING_BYTES,
  MAX_AMF_VALUES,
  RtmpError,
  joinBytes,
  viewOf,
} from "./protocol.ts";

/** A value of AMF0. Objects are maps: their keys come from outside, and `__proto__` is one of them. */
export type AmfValue =
  | number
  | boolean
  | string
  | null
  | readonly AmfValue[]
  | ReadonlyMap<string, AmfValue>;

const TYPE = {
  number: 0,
  boolean: 1,
  string: 2,
  object: 3,
  null: 5,
  undefined: 6,
  ecmaArray: 8,
  objectEnd: 9,
  strictArray: 10,
  date: 11,
  longString: 12,
  unsupported: 13,
  xml: 15,
  typedObject: 16,
} as const;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * Reads all values of a message.
 *
 * @throws RtmpError for data that is cut off, unknown or beyond a limit.
 */
export function readAmf0(bytes: Uint8Array): AmfValue[] {
  const view = viewOf(bytes);
  let position = 0;
  let valuesLeft = MAX_AMF_VALUES;

  function advance(size: number): number {
    const start = position;
    if (start + size > bytes.length) throw new RtmpError("AMF data is cut off");
    position += size;
    return start;
  }

  function readString(length: number): string {
    if (length > MAX_AMF_STRING_BYTES) throw new RtmpError(`AMF string of ${length} bytes`);
    const start = advance(length);
    return decoder.decode(bytes.subarray(start, position));
  }
  const readKey = (): string => readString(view.getUint16(advance(2)));

  function readObject(depth: number): ReadonlyMap<string, AmfValue> {
    const members = new Map<string, AmfValue>();
    for (;;) {
      const key = readKey();
      if (key === "" && bytes[position] === TYPE.objectEnd) {
        position += 1;
        return members;
      }
      members.set(key, readValue(depth));
    }
  }

  function readArray(depth: number): AmfValue[] {
    const length = view.getUint32(advance(4));
    if (length > MAX_AMF_ARRAY) throw new RtmpError(`AMF array of ${length} elements`);
    return Array.from({ length }, () => readValue(depth));
  }

  function readValue(depth: number): AmfValue {
    valuesLeft -= 1;
    if (valuesLeft < 0) throw new RtmpError("too many AMF values");
    if (depth > MAX_AMF_DEPTH) throw new RtmpError("AMF data is nested too deeply");
    const type = view.getUint8(advance(1));
    switch (type) {
      case TYPE.number:
        return view.getFloat64(advance(8));
      case TYPE.boolean:
        return view.getUint8(advance(1)) !== 0;
      case TYPE.string:
        return readKey();
      case TYPE.longString:
      case TYPE.xml:
        return readString(view.getUint32(advance(4)));
      case TYPE.null:
      case TYPE.undefined:
      case TYPE.unsupported:
        return null;
      case TYPE.typedObject:
        readKey();
        return readObject(depth + 1);
      case TYPE.ecmaArray:
        // Its length is a hint that senders set to 0.
        advance(4);
        return readObject(depth + 1);
      case TYPE.object:
        return readObject(depth + 1);
      case TYPE.strictArray:
        return readArray(depth + 1);
      case TYPE.date: {
        const start = advance(10);
        return view.getFloat64(start);
      }
      default:
        throw new RtmpError(`unknown AMF type ${type}`);
    }
  }

  const values: AmfValue[] = [];
  while (position < bytes.length) values.push(readValue(0));
  return values;
}

/** Writes values one after another. Maps become objects. */
export function writeAmf0(...values: readonly AmfValue[]): Uint8Array {
  return joinBytes(...values.map(writeValue));
}

function writeValue(value: AmfValue): Uint8Array {
  if (value === null) return Uint8Array.of(TYPE.null);
  if (typeof value === "boolean") return Uint8Array.of(TYPE.boolean, value ? 1 : 0);
  if (typeof value === "number") {
    const bytes = new Uint8Array(9);
    viewOf(bytes).setFloat64(1, value);
    return bytes;
  }
  if (typeof value === "string") return writeString(value);
  if (isList(value)) return joinBytes(head(TYPE.strictArray, value.length), writeAmf0(...value));
  const members = [...value].flatMap(([key, member]) => [
    writeString(key).subarray(1),
    writeValue(member),
  ]);
  return joinBytes(Uint8Array.of(TYPE.object), ...members, Uint8Array.of(0, 0, TYPE.objectEnd));
}

function writeString(text: string): Uint8Array {
  const bytes = encoder.encode(text);
  if (bytes.length > 0xff_ff) return joinBytes(head(TYPE.longString, bytes.length), bytes);
  return joinBytes(Uint8Array.of(TYPE.string, bytes.length >> 8, bytes.length & 0xff), bytes);
}

function head(type: number, length: number): Uint8Array {
  const bytes = Uint8Array.of(type, 0, 0, 0, 0);
  viewOf(bytes).setUint32(1, length);
  return bytes;
}

function isList(value: AmfValue): value is readonly AmfValue[] {
  return Array.isArray(value);
}
