

/** A file for an archive; its folders are added. */
export type TarEntry = { readonly path: string; readonly bytes: Uint8Array };

const BLOCK_BYTES = 512;
const NAME_BYTES = 100;
const TAR_FILE_MODE = 0o644;
const FOLDER_MODE = 0o755;

/**
 * Packs files into a ustar archive, each folder before its content; without times and with owner root, so
 * that the same input makes the same archive.
 *
 * @throws Error when a path has more than 100 bytes, which the plain format cannot hold.
 */
export function makeTar(entries: readonly TarEntry[]): Buffer {
  const folders = [...new Set(entries.flatMap(({ path }) => foldersOf(path)))].toSorted();
  const blocks = [
    ...folders.map((path) => header({ path, bytes: 0, type: "5", mode: FOLDER_MODE })),
    ...entries.flatMap(({ path, bytes }) => [
      header({ path, bytes: bytes.length, type: "0", mode: TAR_FILE_MODE }),
      bytes,
      Buffer.alloc((BLOCK_BYTES - (bytes.length % BLOCK_BYTES)) % BLOCK_BYTES),
    ]),
    Buffer.alloc(2 * BLOCK_BYTES),
  ];
  return Buffer.concat(blocks);
}

function foldersOf(path: string): string[] {
  const chunks = path.split("/").slice(0, -1);
  return chunks.map((_part, index) => `${chunks.slice(0, index + 1).join("/")}/`);
}

type Header = { path: string; bytes: number; type: "0" | "5"; mode: number };

/** One header block: fields at fixed offsets, numbers as octal text (POSIX.1-1988). */
function header({ path, bytes, type, mode }: Header): Buffer {
  if (Buffer.byteLength(path) > NAME_BYTES) throw new Error(`"${path}" is too long for a tar archive`);
  const block = Buffer.alloc(BLOCK_BYTES);
  block.write(path, 0);
  block.write(octal(mode, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(bytes, 11), 124);
  block.write(octal(0, 11), 136);
  // The checksum counts its own field as blanks.
  block.write(" ".repeat(8), 148);
  block.write(type, 156);
  block.write("ustar\u000000", 257);
  block.write("root", 265);
  block.write("root", 297);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)}\u0000 `, 148);
  return block;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}

/** A file for an archive. */
export type ArMember = { readonly name: string; readonly bytes: Uint8Array };

const MAGIC = "!<arch>\n";
const NAME_CHARACTERS = 16;
const AR_FILE_MODE = "100644";

/**
 * Packs files into an ar archive in the common format of Debian packages; without times or owners, so that
 * the same input makes the same archive.
 *
 * @throws Error when a name has more than 16 characters, which the plain format cannot hold.
 */
export function makeAr(members: readonly ArMember[]): Buffer {
  const chunks: Uint8Array[] = [Buffer.from(MAGIC)];
  for (const { name, bytes } of members) {
    if (name.length > NAME_CHARACTERS) throw new Error(`"${name}" is too long for an ar archive`);
    const header = [
      name.padEnd(NAME_CHARACTERS),
      "0".padEnd(12),
      "0".padEnd(6),
      "0".padEnd(6),
      AR_FILE_MODE.padEnd(8),
      String(bytes.length).padEnd(10),
      "`\n",
    ];
    chunks.push(Buffer.from(header.join(""), "latin1"), bytes);
    // Members begin at even offsets.
    if (bytes.length % 2 === 1) chunks.push(Buffer.from("\n"));
  }
  return Buffer.concat(chunks);
}
