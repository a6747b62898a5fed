import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createClient } from "@supabase/supabase-js";
import type { Sql } from "postgres";
import { inject } from "vitest";
import { openObjectStore, connector, socketAddress } from "@reign-tv/backend/operations";
import type { TestBackend } from "@reign-tv/backend/testing";
import type { ExportManifest } from "@reign-tv/operations/transfer/export-format.ts";
import {
  type ExportSource,
  writeExport,
} from "@reign-tv/operations/transfer/export/write-export.ts";
import {
  importIntoProject,
  type ProjectTarget,
} from "@reign-tv/operations/transfer/import/import-into-project.ts";
import type { ImportReport } from "@reign-tv/operations/transfer/import/import-report.ts";
import { openExport } from "@reign-tv/operations/transfer/import/read-export.ts";

/** Path for a new export. */
export function newFolder(): string {
  return join(mkdtempSync(join(tmpdir(), "transfer-test-")), "export");
}

/** Exports a backend as the command does. */
export async function exportOf(
  backend: TestBackend,
  changes: Partial<ExportSource> = {},
): Promise<{ folder: string; manifest: ExportManifest }> {
  const store = openObjectStore(backend.settings);
  const source: ExportSource = {
    sql: backend.admin,
    roleOf: () => null,
    hmacSecret: backend.keys.hmacSecret,
    async readFile({ version }) {
      const content = version === null ? null : await store.open(version, null);
      return content === null ? null : Readable.from(content);
    },
    product: "0.1.0",
    now: Date.now,
    ...changes,
  };
  const folder = newFolder();
  return { folder, manifest: await writeExport(source, folder) };
}

/** Imports into a backend that acts as the project, without delays between retries. */
export async function importTo(
  backend: TestBackend,
  folder: string,
  changes: { readonly sql?: Sql; readonly key?: string; readonly fetch?: typeof fetch } = {},
): Promise<ImportReport> {
  const { sql = null, key = backend.secretKey } = changes;
  const target: ProjectTarget = {
    client: createClient(backend.url, key, {
      auth: { autoRefreshToken: false, persistSession: false },
      global: { fetch: changes.fetch ?? fetch },
    }),
    sql,
    wait: () => Promise.resolve(),
  };
  return importIntoProject(await openExport(folder), target);
}

/** Direct connection of a project: role postgres, with the rights of a hosted project. */
export async function projectDatabase(backend: TestBackend): Promise<Sql> {
  const { admin } = backend;
  await admin`grant all on all tables in schema auth to postgres`;
  const [row] = await admin<{ name: string }[]>`select current_database() as name`;
  const { socketDir, secret } = inject("testServer");
  const connect = connector(socketAddress(socketDir), secret, row?.name ?? "");
  return connect("supabase_admin", { max: 1, settings: { role: "postgres" } });
}
