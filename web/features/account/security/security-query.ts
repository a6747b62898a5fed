import type { UseQueryOptions } from "@tanstack/react-query";
import { AppError } from "#shared/errors.ts";
import type { AccountSession } from "#web/lib/session/session.ts";
import type { Failure } from "#web/features/account/result.ts";

export type OpenSession = () => AccountSession;

type SecurityKey = readonly [string, string, string];

/** Query about the current user's account. */
export type SecurityQuery<Value> = UseQueryOptions<Value, Error, Value, SecurityKey>;

export function securityKey(userId: string, part: string): SecurityKey {
  return ["security", userId, part];
}

/** No other page reads it; drop it with the page. */
export const UNCACHED = { gcTime: 0, retry: false } as const;

/** Converts a failure for the query library, which expects errors to be thrown. */
export function toAppError({ code, message }: Failure): AppError {
  return new AppError(code === "network" ? "network" : "upstream_failed", 0, message);
}
