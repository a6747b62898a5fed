import type { UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import {
  type ApiResult,
  toApiResult,
  assertSucceeded,
  type Failure,
  toAppError,
} from "#web/features/studio/kit/result.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";
import { failedResponse } from "#web/lib/session/client-errors.ts";
import type { WithReauthentication } from "#web/features/studio/kit/reauthentication.tsx";

/** Page size of the database function. */
export const ACCOUNTS_PER_PAGE = 25;

const listedSchema = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  username: v.nullable(v.string()),
  /** Masked; null for an account without email. */
  address: v.nullable(v.string()),
  created_at: v.string(),
  isConfirmed: v.boolean(),
  suspended_until: v.nullable(v.string()),
  isHelper: v.boolean(),
});

/** Account in the list. */
export type ListedAccount = v.InferOutput<typeof listedSchema>;

const pageSchema = v.object({ total: v.number(), accounts: v.array(listedSchema) });
export type AccountsPage = v.InferOutput<typeof pageSchema>;

const accountSchema = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  username: v.nullable(v.string()),
  address: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  bio: v.nullable(v.string()),
  avatar_url: v.nullable(v.string()),
  created_at: v.string(),
  last_sign_in_at: v.nullable(v.string()),
  isConfirmed: v.boolean(),
  suspended_until: v.nullable(v.string()),
  isMe: v.boolean(),
  mayChange: v.boolean(),
  /** Counts of data that a deletion removes. */
  goes: v.object({
    pictures: v.number(),
    devices: v.number(),
    drafts: v.number(),
    rights: v.number(),
  }),
});

/** Account with its private fields. */
export type Account = v.InferOutput<typeof accountSchema>;

/** Query of the matching accounts, newest first. @param page from 1 */
export function accountsQuery(
  open: OpenClient,
  search: string,
  page: number,
): UseQueryOptions<AccountsPage> {
  return {
    ...NO_REFETCH,
    queryKey: ["studio", "accounts", search, page],
    async queryFn({ signal }) {
      const result = await open()
        .rpc("studio_accounts", { p_search: search, p_page: page })
        .abortSignal(signal)
        .retry(false);
      assertSucceeded(result);
      return v.parse(pageSchema, result.data);
    },
  };
}

/** Query of one account; null when it does not exist. Requires a recent sign-in. */
export function accountQuery(
  open: OpenClient,
  id: string,
  withReauthentication: WithReauthentication,
): UseQueryOptions<Account | null> {
  return {
    ...NO_REFETCH,
    // The user can ask again after cancelling the reauthentication.
    retry: false,
    queryKey: ["studio", "account", id],
    async queryFn({ signal }) {
      const result = await withReauthentication(async () => {
        const response = await open()
          .rpc("studio_account", { p_id: id })
          .abortSignal(signal)
          .retry(false);
        return toApiResult(response, () => v.parse(v.nullable(accountSchema), response.data));
      });
      if (!result.ok) throw toAppError(result.failure);
      return result.value;
    },
  };
}

/** Each request is logged: fetch on demand only and cache nothing. */
const NO_REFETCH = { refetchOnWindowFocus: false, refetchOnReconnect: false, gcTime: 0 } as const;

export type AccountAction =
  | "suspend"
  | "restore"
  | "resend"
  | "delete"
  | "export"
  | "remove_picture";

/** Runs an action on an account. @returns a file for "export". */
export async function runAccountAction(
  open: OpenClient,
  account: string,
  action: AccountAction,
): Promise<ApiResult<Blob | null>> {
  const result = await open().functions.invoke<unknown>("studio-accounts", {
    body: { act: action, account },
  });
  if (result.error !== null) return { ok: false, failure: await failureOf(result.error) };
  return { ok: true, value: result.data instanceof Blob ? result.data : null };
}

/** Response of the function when the sign-in is too old. */
const tooOldSchema = v.object({ code: v.literal("proof_too_old") });

async function failureOf(thrown: unknown): Promise<Failure> {
  const response = failedResponse(thrown);
  if (!response) return "offline";
  if (response.status === 401) return "signed-out";
  if (response.status !== 403) return "failed";
  const body: unknown = await response.json().catch(() => null);
  return v.is(tooOldSchema, body) ? "unproven" : "refused";
}
