import type { CustomFetch } from "openid-client";
import { fetchBounded, OUTBOUND_LIMITS } from "@reign-tv/kit/outbound/bounded-fetch.ts";
import { isLoopbackHost } from "#backend/auth/protocol/redirects.ts";

/**
 * Fetches from providers with the usual limits on time and bytes and without redirects. A
 * provider's document names its own endpoints: requiring TLS keeps requests away from internal
 * hosts, which have no certificate for the name.
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

/** @throws OutboundError; Error for a status other than 200 or invalid JSON. */
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

/** Test providers run on this machine without TLS. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && isLoopbackHost(hostname);
}

/** True when an issuer's document may name this URL. */
export function isTrustedEndpoint(address: URL, byIssuer: URL): boolean {
  return address.protocol === "https:" || (isLoopback(address) && isLoopback(byIssuer));
}
