/** Further files of a server in its backups, besides database, uploaded files and keys. */
export type ExtraFiles = {
  /** Packs the files that nothing else can restore. `name` is unique in a backup and tells `idOf` the id. */
  pack(): Promise<readonly { readonly name: string; readonly content: Buffer }[]>;
  /** Returns the id in the name of a packed file; null for another file of a backup. */
  idOf(name: string): string | null;
  /**
   * Restores the content of a packed file.
   *
   * @returns "present" when the server has it and it stays, "damaged" when `pack` did not make the content.
   * @throws disk errors.
   */
  restore(content: Buffer): Promise<"restored" | "present" | "damaged">;
};
