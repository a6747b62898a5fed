import * as v from "valibot";

/** An account as a session carries it. */
type Proven = { factors?: readonly { status: string }[] | undefined };

const claimsSchema = v.object({ aal: v.string() });

/** Whether the account has a second proof that this session has not shown yet. */
export function needsMfa({
  access_token: token,
  user,
}: {
  access_token: string;
  user: Proven;
}): boolean {
  return hasSecondProof(user) && assuranceOf(token) !== "aal2";
}

/** Whether an account has set up a second proof. */
export function hasSecondProof({ factors = [] }: Proven): boolean {
  return factors.some(({ status }) => status === "verified");
}

/** The token is the service's to check; here it only says which page to show. */
function assuranceOf(token: string): string {
  try {
    const part = token.split(".")[1] ?? "";
    const text = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
    return v.parse(claimsSchema, JSON.parse(text)).aal;
  } catch {
    return "aal1";
  }
}
