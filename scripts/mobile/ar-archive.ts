/** A file for an archive. */
export type ArMember = { readonly name: string; readonly bytes: Uint8Array };

const MAGIC = "!<arch>\n";
const NAME_CHARACTERS = 16;
const FILE_MODE = "100644";

/**
 * Puts files into an ar archive in the common format of Debian packages: no times or owners, so that
 * the same input makes the same archive.
 *
 * @throws Error when a name has more than 16 characters, which the plain format cannot hold.
 */
export function makeAr(members: readonly ArMember[]): Buffer {
  const parts: Uint8Array[] = [Buffer.from(MAGIC)];
  for (const { name, bytes } of members) {
    if (name.length > NAME_CHARACTERS) throw new Error(`"${name}" is too long for an ar archive`);
    const header = [
      name.padEnd(NAME_CHARACTERS),
      "0".padEnd(12),
      "0".padEnd(6),
      "0".padEnd(6),
      FILE_MODE.padEnd(8),
      String(bytes.length).padEnd(10),
      "`\n",
    ];
    parts.push(Buffer.from(header.join(""), "latin1"), bytes);
    // Members begin at even places.
    if (bytes.length % 2 === 1) parts.push(Buffer.from("\n"));
  }
  return Buffer.concat(parts);
}
