/** The roles an API request may run as; anything else is refused before the database hears of it. */
export type ApiRole = "anon" | "authenticated" | "service_role";

/** Claims as they are handed to PostgreSQL in `request.jwt.claims`. */
export type Claims = Readonly<Record<string, unknown>> & {
  readonly role: ApiRole;
  readonly sub?: string;
  readonly session_id?: string;
};

/** Who sends this request, as the gateway verified it. */
export type Caller = {
  readonly role: ApiRole;
  readonly claims: Claims;
  readonly userId: string | null;
  readonly sessionId: string | null;
};
