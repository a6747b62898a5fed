import type { UseQueryOptions } from "@tanstack/react-query";
import { AppError } from "#shared/errors.ts";
import type { AccountSession } from "#web/lib/session/session.ts";
import type { Failure } from "#web/features/account/result.ts";

export type OpenSession = () => AccountSession;

type SecurityKey = readonly [string, string, string];

/** A question about one's own account. */
export type OwnQuery<Value> = UseQueryOptions<Value, Error, Value, SecurityKey>;

/** Where the query cache keeps what belongs to one account's safety. */
export function securityKey(userId: string, part: string): SecurityKey {
  return ["security", userId, part];
}

/** Nobody else reads it, and with the page it leaves the memory. */
export const UNKEPT = { gcTime: 0, retry: false } as const;

/** For the query layer, which expects failures to be thrown. */
export function thrown({ code, message }: Failure): AppError {
  return new AppError(code === "network" ? "network" : "upstream_failed", 0, message);
}
