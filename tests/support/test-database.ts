import { createTestDatabase as cloneDatabase, type TestDatabase } from "@reign-tv/backend/testing";
import { emptyDatabase } from "./lived-in-database.ts";

export type TestDatabaseOptions = {
  /** Without the rows of the lived-in database. */
  readonly isEmpty?: boolean;
};

/** Clones the lived-in database (lived-in-database.ts) for one test file. */
export async function createTestDatabase({
  isEmpty = false,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const test = await cloneDatabase();
  if (isEmpty) await emptyDatabase(test.admin);
  return test;
}
