import { resolve } from "node:path";
import {
  startTestBackend as startGenericBackend,
  type TestBackend,
  type TestBackendOptions,
} from "@reign-tv/backend/testing";
import { PRODUCT_SETTINGS } from "#server/settings/product-settings.ts";
import { createTestDatabase, type TestDatabaseOptions } from "./test-database.ts";

const FUNCTIONS_DIR = resolve(import.meta.dirname, "../../supabase/functions");

/** Starts a backend with the product's settings and functions on a copy of the lived-in database. */
export async function startTestBackend({
  isEmpty = false,
  ...options
}: TestBackendOptions & TestDatabaseOptions = {}): Promise<TestBackend> {
  return startGenericBackend({
    functionsDir: FUNCTIONS_DIR,
    ...(isEmpty && { testDatabase: await createTestDatabase({ isEmpty }) }),
    ...options,
    settings: {
      ...PRODUCT_SETTINGS,
      passwordContextWords: ["reign", "reigntv"],
      ...options.settings,
    },
  });
}
