import * as v from "valibot";

/** A user as a session carries it. */
type UserFactors = { factors?: readonly { status: string }[] | undefined };

const claimsSchema = v.object({ aal: v.string() });

/** Returns true when the account has a second factor that this session has not verified yet. */
export function needsMfa({
  access_token: token,
  user,
}: {
  access_token: string;
  user: UserFactors;
}): boolean {
  return hasSecondFactor(user) && assuranceOf(token) !== "aal2";
}

/** Returns true when an account has a verified second factor. */
export function hasSecondFactor({ factors = [] }: UserFactors): boolean {
  return factors.some(({ status }) => status === "verified");
}

/** The auth server verifies the token; here it only selects the page to show. */
function assuranceOf(token: string): string {
  try {
    const part = token.split(".")[1] ?? "";
    const text = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
    return v.parse(claimsSchema, JSON.parse(text)).aal;
  } catch {
    return "aal1";
  }
}
