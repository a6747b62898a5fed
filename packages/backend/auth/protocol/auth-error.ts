/** An error for the client library: status, stable code and the exact message of supabase/auth. */
export class AuthError extends Error {
  readonly status: AuthErrorStatus;
  readonly code: string;
  /** Reasons of weak_password: "length", "pwned". */
  readonly reasons: readonly string[] | null;
  /** Value of Retry-After. */
  readonly retryAfterSeconds: number | null;

  constructor(
    status: AuthErrorStatus,
    code: string,
    message: string,
    extra: { reasons?: readonly string[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: extra.cause });
    this.name = "AuthError";
    this.status = status;
    this.code = code;
    this.reasons = extra.reasons ?? null;
    this.retryAfterSeconds = extra.retryAfterSeconds ?? null;
  }
}

export type AuthErrorStatus = 400 | 401 | 403 | 404 | 413 | 422 | 429 | 500 | 503;

/** An error in the OAuth form (RFC 6749, 5.2), which some grants use. Always 400. */
export class OAuthFormError extends Error {
  readonly error: string;

  constructor(error: string, description: string) {
    super(description);
    this.name = "OAuthFormError";
    this.error = error;
  }
}

export function validationFailed(message: string): AuthError {
  return new AuthError(400, "validation_failed", message);
}

export function badJson(message = "Could not parse request body as JSON"): AuthError {
  return new AuthError(400, "bad_json", message);
}

export function tooManyRequests(retryAfterSeconds: number): AuthError {
  return new AuthError(429, "over_request_rate_limit", "Request rate limit reached", {
    retryAfterSeconds,
  });
}

export function tooManyMails(retryAfterSeconds: number): AuthError {
  const message = `For security purposes, you can only request this after ${retryAfterSeconds} seconds.`;
  return new AuthError(429, "over_email_send_rate_limit", message, { retryAfterSeconds });
}

export function tooManyMessages(retryAfterSeconds: number): AuthError {
  const message = `For security purposes, you can only request this after ${retryAfterSeconds} seconds.`;
  return new AuthError(429, "over_sms_send_rate_limit", message, { retryAfterSeconds });
}

export function userBanned(): AuthError {
  return new AuthError(403, "user_banned", "User is banned");
}

export function notAdmin(message = "User not allowed"): AuthError {
  return new AuthError(403, "not_admin", message);
}

export function noAuthorization(): AuthError {
  return new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
}

export function emailExists(): AuthError {
  const message = "A user with this email address has already been registered";
  return new AuthError(422, "email_exists", message);
}

export function phoneExists(): AuthError {
  const message = "A user with this phone number has already been registered";
  return new AuthError(422, "phone_exists", message);
}

export function invalidCredentials(): AuthError {
  return new AuthError(400, "invalid_credentials", "Invalid login credentials");
}

export function phoneDisabled(status: 400 | 422, message: string): AuthError {
  return new AuthError(status, "phone_provider_disabled", message);
}

/** 503: the client library retries and keeps the session. */
export function unavailable(retryAfterSeconds: number, cause?: unknown): AuthError {
  const message = "The service is busy, please try again";
  return new AuthError(503, "unexpected_failure", message, { retryAfterSeconds, cause });
}

export function alreadyRegistered(): AuthError {
  return new AuthError(422, "user_already_exists", "User already registered");
}
