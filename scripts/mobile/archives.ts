import { packTar, type TarEntry as PackedEntry } from "modern-tar";

/** A file for an archive; its folders are added. */
export type TarEntry = { readonly path: string; readonly bytes: Uint8Array };

const NAME_BYTES = 100;
const TAR_OWNER = { uid: 0, gid: 0, uname: "root", gname: "root", mtime: new Date(0) };

/**
 * Packs files into a ustar archive, each folder before its content; without times and with owner root, so
 * that the same input makes the same archive.
 *
 * @throws Error when a path has more than 100 bytes, which the plain format cannot hold.
 */
export async function makeTar(entries: readonly TarEntry[]): Promise<Uint8Array> {
  const folders = [...new Set(entries.flatMap(({ path }) => foldersOf(path)))].toSorted();
  const tooLong = [...folders, ...entries.map(({ path }) => path)].find(
    (path) => Buffer.byteLength(path) > NAME_BYTES,
  );
  if (tooLong !== undefined) throw new Error(`"${tooLong}" is too long for a tar archive`);
  return packTar([
    ...folders.map(
      (name): PackedEntry => ({ header: { ...TAR_OWNER, name, size: 0, type: "directory" } }),
    ),
    ...entries.map(({ path: name, bytes }) => ({
      header: { ...TAR_OWNER, name, size: bytes.length },
      body: bytes,
    })),
  ]);
}

function foldersOf(path: string): string[] {
  const chunks = path.split("/").slice(0, -1);
  return chunks.map((_part, index) => `${chunks.slice(0, index + 1).join("/")}/`);
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
