import { queryOptions } from "@tanstack/react-query";
import { failureOf, type AccountResult, outcomeOf } from "#web/features/account/result.ts";
import {
  type OpenSession,
  type OwnQuery,
  securityKey,
  thrown,
  UNKEPT,
} from "#web/features/account/security/security-query.ts";
import type { AccountSession } from "#web/lib/session/session.ts";

/** What another application asks of a member. */
export type ConsentRequest = {
  id: string;
  /** "" where the operator gave it no name. */
  application: string;
  /** Where its answer goes. */
  host: string;
  /** OAuth's names: openid, email, profile, phone, or whatever else it says. */
  scopes: readonly string[];
};

/** A question to the member; or the way back, for a member who has agreed before. */
export type Consent =
  | { kind: "asked"; request: ConsentRequest }
  | { kind: "decided"; leadsTo: string };

/** Reads a request; from then on only this member may decide it. */
export function consentQuery(
  openSession: OpenSession,
  userId: string,
  id: string,
): OwnQuery<Consent> {
  return queryOptions({
    ...UNKEPT,
    queryKey: securityKey(userId, `consent ${id}`),
    staleTime: Infinity,
    async queryFn(): Promise<Consent> {
      const { data, error } = await openSession().client.auth.oauth.getAuthorizationDetails(id);
      if (error) throw thrown(failureOf(error));
      if ("redirect_url" in data) return { kind: "decided", leadsTo: data.redirect_url };
      const { client, redirect_uri: redirect, scope } = data;
      const { host } = new URL(redirect);
      const scopes = scope.split(" ").filter((name) => name !== "");
      return { kind: "asked", request: { id, application: client.name, host, scopes } };
    },
  });
}

/** Tells the decision. @returns where the browser goes with it. */
export async function decide(
  { client: { auth } }: AccountSession,
  id: string,
  isAllowed: boolean,
): Promise<AccountResult<string>> {
  const options = { skipBrowserRedirect: true };
  const { data, error } = isAllowed
    ? await auth.oauth.approveAuthorization(id, options)
    : await auth.oauth.denyAuthorization(id, options);
  return outcomeOf(error, data?.redirect_url ?? "");
}
