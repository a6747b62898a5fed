/** Roles of API requests; any other is rejected before it reaches the database. */
export type ApiRole = "anon" | "authenticated" | "service_role";

/** Claims for `request.jwt.claims`. */
export type Claims = Readonly<Record<string, unknown>> & {
  readonly role: ApiRole;
  readonly sub?: string;
  readonly session_id?: string;
};

/** Sender of a request, as verified by the gateway. */
export type Caller = {
  readonly role: ApiRole;
  readonly claims: Claims;
  readonly userId: string | null;
  readonly sessionId: string | null;
};
