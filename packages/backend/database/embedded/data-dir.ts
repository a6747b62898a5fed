import { prepareFolder } from "@reign-tv/kit/files/prepare-folder.ts";

/** Creates DATA_DIR and checks that it is writable: 0700, or 0711 when root must let PostgreSQL in. */
export function prepareDataDir(dataDir: string): void {
  prepareFolder("DATA_DIR", dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
}
