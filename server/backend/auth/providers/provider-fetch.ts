import type { CustomFetch } from "openid-client";
import { fetchBounded, OUTBOUND_LIMITS } from "#server/kit/http/http-client.ts";
import { isOwnHost } from "#server/backend/auth/protocol/is-own-host.ts";

/**
 * Calls to providers, with the limits of all our calls: time, bytes, no redirects. A provider's own document
 * says where its keys and tokens are; whatever it says, only TLS is spoken, so that no address within our
 * network can answer for a name that it has no certificate of.
 */
export function boundedFetch(fetch: typeof globalThis.fetch): CustomFetch {
  return async (url, { body, headers, method }) => {
    const isForm = typeof body === "string" || body instanceof URLSearchParams;
    const reply = await fetchBounded({
      fetch,
      url,
      headers,
      limits: OUTBOUND_LIMITS,
      ...(method === "POST" ? { method } : {}),
      ...(isForm ? { body } : {}),
    });
    const isEmpty = reply.status === 204 || reply.status === 304;
    return new Response(isEmpty ? null : reply.bytes, {
      status: reply.status,
      headers: reply.headers,
    });
  };
}

/** @throws OutboundError, and Error for another status than 200 and for what is no JSON. */
export async function readJson(
  fetch: typeof globalThis.fetch,
  url: string,
  accessToken?: string,
): Promise<unknown> {
  const authorization = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` };
  const headers = { ...authorization, accept: "application/json" };
  const { status, bytes } = await fetchBounded({ fetch, url, headers, limits: OUTBOUND_LIMITS });
  if (status !== 200) throw new Error(`The provider answered ${status}`);
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Providers of tests live on this machine, without TLS. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && isOwnHost(hostname);
}

/** Whether a provider's document may name that address. */
export function mayBeNamed(address: URL, byIssuer: URL): boolean {
  return address.protocol === "https:" || (isLoopback(address) && isLoopback(byIssuer));
}
