import type { Configuration, CustomFetch } from "openid-client";
import type { ProviderSettings } from "#server/backend/sign-in-settings.ts";
import { jsonObject, type JsonObject } from "#server/backend/auth/protocol/read-body.ts";
import type { ExternalPerson } from "#server/backend/auth/store/external-person.ts";
import { fetchBounded, OUTBOUND_LIMITS } from "#server/kit/http-client.ts";
import { HOUR_MS } from "#server/kit/durations.ts";
import { personOfClaims, personOfFacebook, personOfGithub } from "./person-of-claims.ts";
import { issuerOf, plainEndpointsOf, type PlainEndpoints, scopesOf } from "./provider-endpoints.ts";

/** Loaded when somebody first uses a provider. */
const library = (): Promise<typeof import("openid-client")> => import("openid-client");

/** Discovered endpoints and keys are asked for again after so long. */
const DISCOVERED_KEPT_MS = HOUR_MS;

/** What a visit to a provider is begun with. */
export type VisitStart = {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly scopes: string;
  /** Further parameters of the client, e.g. `prompt`. */
  readonly extra: Readonly<Record<string, string>>;
};

/** What a visit to a provider has brought. */
export type VisitEnd = {
  readonly person: ExternalPerson;
  readonly accessToken: string;
  readonly refreshToken: string | null;
};

/** One provider: where to send somebody, and who has come back. */
export type ProviderClient = {
  startUrl(start: VisitStart): Promise<URL>;
  /** @param address the callback's own address with `code` and `state`. @throws when it is not right. */
  finish(
    address: URL,
    checks: Pick<VisitStart, "state" | "nonce" | "codeVerifier">,
  ): Promise<VisitEnd | null>;
};

export function createProviderClient(
  name: string,
  settings: ProviderSettings,
  deps: { readonly fetch: typeof globalThis.fetch; readonly now: () => number },
): ProviderClient {
  const plain = plainEndpointsOf(name, settings);
  return plain === null
    ? createOidcClient(name, settings, deps)
    : createPlainClient(name, settings, { ...deps, plain });
}

type Deps = { readonly fetch: typeof globalThis.fetch; readonly now: () => number };

function createOidcClient(name: string, settings: ProviderSettings, deps: Deps): ProviderClient {
  let known: { readonly config: Promise<Configuration>; readonly untilMs: number } | null = null;
  const configure = (): Promise<Configuration> => {
    if (known !== null && known.untilMs > deps.now()) return known.config;
    const config = discover(name, settings, deps);
    const entry = { config, untilMs: deps.now() + DISCOVERED_KEPT_MS };
    known = entry;
    config.catch(() => {
      if (known === entry) known = null;
    });
    return config;
  };
  return {
    async startUrl(start) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
      const config = await configure();
      const challenge = await calculatePKCECodeChallenge(start.codeVerifier);
      return buildAuthorizationUrl(config, {
        ...settings.authorizationParams,
        ...start.extra,
        redirect_uri: start.redirectUri,
        scope: scopesOf(name, settings, start.scopes),
        state: start.state,
        nonce: start.nonce,
        ...(config.serverMetadata().supportsPKCE()
          ? { code_challenge: challenge, code_challenge_method: "S256" }
          : {}),
        // Apple gives name and address only to a form that it posts.
        ...(name === "apple" ? { response_mode: "form_post" } : {}),
      });
    },
    async finish(address, { state, nonce, codeVerifier }) {
      const { authorizationCodeGrant, fetchUserInfo } = await library();
      const config = await configure();
      const tokens = await authorizationCodeGrant(config, address, {
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
        ...(config.serverMetadata().supportsPKCE() ? { pkceCodeVerifier: codeVerifier } : {}),
      });
      const claims = tokens.claims() ?? {};
      const isThin =
        !("email" in claims) && config.serverMetadata().userinfo_endpoint !== undefined;
      const more = isThin
        ? await fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? "")
        : {};
      const person = personOfClaims(name, mapped({ ...more, ...claims }, settings));
      return person === null ? null : endOf(person, tokens);
    },
  };
}

async function discover(
  name: string,
  settings: ProviderSettings,
  { fetch }: Deps,
): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretPost, customFetch, discovery } = await library();
  const issuer = new URL(issuerOf(name, settings) ?? "");
  const [clientId = ""] = settings.clientIds;
  return discovery(issuer, clientId, undefined, ClientSecretPost(settings.secret ?? ""), {
    [customFetch]: boundedFetch(fetch),
    timeout: OUTBOUND_LIMITS.totalMs / 1_000,
    execute: isLoopback(issuer) ? [allowInsecureRequests] : [],
  });
}

function createPlainClient(
  name: string,
  settings: ProviderSettings,
  { fetch, plain }: Deps & { readonly plain: PlainEndpoints },
): ProviderClient {
  const configure = async (): Promise<Configuration> => {
    const client = await library();
    const [clientId = ""] = settings.clientIds;
    const config = new client.Configuration(
      {
        issuer: new URL(plain.authorize).origin,
        authorization_endpoint: plain.authorize,
        token_endpoint: plain.token,
      },
      clientId,
      undefined,
      client.ClientSecretPost(settings.secret ?? ""),
    );
    config[client.customFetch] = boundedFetch(fetch);
    if (isLoopback(new URL(plain.token))) client.allowInsecureRequests(config);
    return config;
  };
  return {
    async startUrl({ extra, redirectUri, scopes, state }) {
      const { buildAuthorizationUrl } = await library();
      return buildAuthorizationUrl(await configure(), {
        ...settings.authorizationParams,
        ...extra,
        redirect_uri: redirectUri,
        scope: scopesOf(name, settings, scopes),
        state,
      });
    },
    async finish(address, { state }) {
      const { authorizationCodeGrant } = await library();
      const tokens = await authorizationCodeGrant(await configure(), address, {
        expectedState: state,
      });
      const ask = (url: string): Promise<unknown> => readJson(fetch, url, tokens.access_token);
      const profile = await ask(plain.profile);
      const person = await personOf(name, profile, settings, () => ask(`${plain.profile}/emails`));
      return person === null ? null : endOf(person, tokens);
    },
  };
}

/** Who a profile of plain OAuth 2.0 speaks of; each provider has a form of its own. */
async function personOf(
  name: string,
  profile: unknown,
  settings: ProviderSettings,
  askMails: () => Promise<unknown>,
): Promise<ExternalPerson | null> {
  if (settings.endpoints === undefined) {
    return name === "github"
      ? personOfGithub(profile, await askMails())
      : personOfFacebook(profile);
  }
  const known: JsonObject = jsonObject.safeParse(profile).data ?? {};
  const { sub, id } = known;
  const subject = sub ?? (typeof id === "number" ? String(id) : id);
  return personOfClaims(name, mapped({ ...known, sub: subject }, settings));
}

/** The claims under the names that OpenID Connect gives them. */
function mapped(
  claims: Readonly<Record<string, unknown>>,
  { attributeMapping = {} }: ProviderSettings,
): Record<string, unknown> {
  const renamed = Object.entries(attributeMapping).map(([name, source]) => [name, claims[source]]);
  return { ...claims, ...Object.fromEntries(renamed.filter(([, value]) => value !== undefined)) };
}

function endOf(
  person: ExternalPerson,
  tokens: { readonly access_token: string; readonly refresh_token?: string | undefined },
): VisitEnd {
  return {
    person,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? null,
  };
}

async function readJson(
  fetch: typeof globalThis.fetch,
  url: string,
  accessToken: string,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${accessToken}`, accept: "application/json" };
  const { status, bytes } = await fetchBounded({ fetch, url, headers, limits: OUTBOUND_LIMITS });
  if (status !== 200) throw new Error(`The provider answered ${status}`);
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** The library's calls with the limits of all our calls: time, bytes, no redirects. */
function boundedFetch(fetch: typeof globalThis.fetch): CustomFetch {
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

/** Providers of tests live on this machine, without TLS. */
function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && (hostname === "127.0.0.1" || hostname === "localhost");
}
