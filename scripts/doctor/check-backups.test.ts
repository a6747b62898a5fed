import { expect, it } from "vitest";
import { parseConfig } from "#server/settings/config.ts";
import { checkBackups } from "./check-backups.ts";

const S3 = {
  BACKUP_S3_ENDPOINT: "https://s3.example.org",
  BACKUP_S3_BUCKET: "b",
  BACKUP_S3_ACCESS_KEY_ID: "id",
  BACKUP_S3_SECRET_ACCESS_KEY: "key",
};
const ELSEWHERE = { DATABASE_URL: "postgres://x@db.example.org/x" };
const CLOSED = { BACKUP_PASSPHRASE: "correct horse battery" };

it.each([
  [{}, "look", "on the disk of the server itself", "Set BACKUP_DIR"],
  [{ BACKUP_DIR: "/mnt/b" }, "ok", "the database and the files go to /mnt/b", "nothing to do"],
  [S3, "look", "without the keys of DATA_DIR/secrets", "Set BACKUP_PASSPHRASE"],
  [{ ...S3, ...CLOSED }, "ok", "go to s3://b/", "nothing to do"],
  [{ BACKUP_TIME: "off" }, "look", "BACKUP_TIME is off", "see to backups"],
  [ELSEWHERE, "look", "backs up nothing, neither rows nor uploaded files", "Set BACKUP_DIR"],
  [{ ...ELSEWHERE, BACKUP_DIR: "/mnt/b" }, "look", "rows at DATABASE_URL", "between two nights"],
  [{ ...ELSEWHERE, ...S3 }, "problem", "rows at DATABASE_URL", "no backup is made there"],
  [{ ...ELSEWHERE, ...S3, ...CLOSED }, "look", "as of each night", "between two nights"],
])("%j means %s: %s", (given, verdict, text, remedy) => {
  const found = checkBackups(parseConfig(given));
  expect(found.verdict).toBe(verdict);
  expect(found.text).toContain(text);
  expect(found.remedy ?? "nothing to do").toContain(remedy);
});
