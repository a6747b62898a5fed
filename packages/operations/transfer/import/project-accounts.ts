import type { SupabaseClient } from "@supabase/supabase-js";
import pLimit from "p-limit";
import { isSupportedHash } from "@reign-tv/backend/operations";
import { type Row, rowSchema } from "#operations/transfer/export-format.ts";
import * as v from "valibot";
import { withRetries } from "./with-retries.ts";
import { type OpenExport, tableLines } from "./read-export.ts";

const USERS = "auth.users";
const PAGE_ACCOUNTS = 1_000;
const CALLS_AT_ONCE = 10;
/** Accounts in memory at a time. */
const BATCH_ACCOUNTS = 500;
/** Longest ban that a project accepts, in seconds: 100 years of 365 days. */
const BAN_MAX_S = 3_153_600_000;

export type AccountReport = {
  readonly made: number;
  readonly present: number;
  /** Ids of all accounts of the project. */
  readonly ids: ReadonlySet<string>;
  readonly notDone: readonly string[];
};

type Present = { readonly ids: Set<string>; readonly byLogin: Map<string, string> };

/**
 * Creates missing accounts, with their ids and password hashes. Existing accounts stay unchanged.
 *
 * @throws Error in one sentence when the project does not answer or rejects the key.
 */
export async function importAccounts(
  from: OpenExport,
  client: SupabaseClient,
  wait: (ms: number) => Promise<void>,
): Promise<AccountReport> {
  const table = from.manifest.tables.find(({ name }) => name === USERS);
  const present = await listAccounts(client, wait);
  const before = new Set(present.ids);
  const notDone: string[] = [];
  const limit = pLimit(CALLS_AT_ONCE);
  let [made, there] = [0, 0];
  const makeOne = async (row: Row): Promise<void> => {
    const id = textOf(row["id"]);
    if (before.has(id)) {
      there += 1;
      return;
    }
    const problem = obstacle(row, present) ?? (await makeAccount(row, client, wait));
    if (problem !== null) {
      notDone.push(`The account ${id} is not there: ${problem}`);
      return;
    }
    present.ids.add(id);
    made += 1;
    if (row["encrypted_password"] !== "" && passwordHash(row) === null)
      notDone.push(`The account ${id} has no password there: its hash is of another kind.`);
  };
  let batch: Promise<void>[] = [];
  for await (const { row } of table === undefined ? [] : tableLines(from, table)) {
    batch.push(limit(() => makeOne(row)));
    if (batch.length < BATCH_ACCOUNTS) continue;
    await Promise.all(batch);
    batch = [];
  }
  await Promise.all(batch);
  return { made, present: there, ids: present.ids, notDone };
}

async function listAccounts(
  client: SupabaseClient,
  wait: (ms: number) => Promise<void>,
): Promise<Present> {
  const present: Present = { ids: new Set(), byLogin: new Map() };
  for (let page = 1; ; page += 1) {
    const { data, error } = await withRetries(
      () => client.auth.admin.listUsers({ page, perPage: PAGE_ACCOUNTS }),
      wait,
    );
    if (error !== null) throw unreachable(error);
    for (const { id, email, phone } of data.users) {
      present.ids.add(id);
      for (const login of loginsOf(email, phone)) present.byLogin.set(login, id);
    }
    if (data.users.length === 0) return present;
  }
}

function unreachable(error: { readonly status?: number | undefined; message: string }): Error {
  if (error.status === 401 || error.status === 403) {
    return new Error("The project refuses the key: PROJECT_SECRET_KEY must be its secret key.", {
      cause: error,
    });
  }
  return new Error(
    `No project answers at the address of --to (${error.message}): compare it with the project's page, and wake a project that rests.`,
    { cause: error },
  );
}

/** Reason why an account cannot be created; null when it can. */
function obstacle(row: Row, { byLogin }: Present): string | null {
  if (row["deleted_at"] !== null && row["deleted_at"] !== undefined) return "it was deleted.";
  const logins = loginsOf(textOf(row["email"]), textOf(row["phone"]));
  if (logins.length === 0)
    return "it has neither an address nor a number, which a project asks for.";
  for (const login of logins) {
    const other = byLogin.get(login);
    if (other !== undefined) {
      return `${login} belongs to the account ${other} there. Delete that one, or give it another address, and run the import again.`;
    }
  }
  return null;
}

function loginsOf(email: string | undefined, phone: string | undefined): string[] {
  return [email?.toLowerCase() ?? "", phone?.replace(/^\+/, "") ?? ""].filter(
    (text) => text !== "",
  );
}

/** Returns null on success, else the project's error. */
async function makeAccount(
  row: Row,
  client: SupabaseClient,
  wait: (ms: number) => Promise<void>,
): Promise<string | null> {
  const hash = passwordHash(row);
  const ban = banDuration(row["banned_until"], Date.now());
  const [email, phone] = [textOf(row["email"]), textOf(row["phone"])];
  const { error } = await withRetries(
    () =>
      client.auth.admin.createUser({
        id: textOf(row["id"]),
        ...(email === "" ? {} : { email, email_confirm: isSet(row["email_confirmed_at"]) }),
        ...(phone === "" ? {} : { phone, phone_confirm: isSet(row["phone_confirmed_at"]) }),
        ...(hash === null ? {} : { password_hash: hash }),
        user_metadata: v.parse(v.fallback(rowSchema, {}), row["raw_user_meta_data"]),
        app_metadata: v.parse(v.fallback(rowSchema, {}), row["raw_app_meta_data"]),
        ...(ban === null ? {} : { ban_duration: ban }),
      }),
    wait,
  );
  return error === null ? null : `${error.message}.`;
}

function passwordHash(row: Row): string | null {
  const hash = textOf(row["encrypted_password"]);
  return isSupportedHash(hash) ? hash : null;
}

function banDuration(until: unknown, nowMs: number): string | null {
  if (!isSet(until)) return null;
  const endMs = Date.parse(textOf(until));
  // "infinity" is not a date in JavaScript.
  const seconds = Number.isNaN(endMs) ? BAN_MAX_S : Math.ceil((endMs - nowMs) / 1_000);
  return seconds <= 0 ? null : `${Math.min(seconds, BAN_MAX_S)}s`;
}

function isSet(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
