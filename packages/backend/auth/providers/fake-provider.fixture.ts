import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import type { ProviderSettings } from "#backend/settings.ts";

/** An OpenID Connect provider that also speaks plain OAuth 2.0 like GitHub. */
export type FakeProvider = {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
  /** Claims of the next ID token. */
  person: JWTPayload;
  /** Replaces the signing of ID tokens in flows. */
  forge: ((claims: Readonly<Record<string, unknown>>) => Promise<string>) | null;
  /** Overrides fields of the discovery document. */
  description: object;
  /** Responses of GET /user and /user/emails. */
  profile: object;
  mails: object;
  /** Signs claims; omitted standard claims get valid values. */
  sign(claims: Readonly<Record<string, unknown>>, header?: { kid?: string }): Promise<string>;
  /** An ID token as a provider's sign-in button returns it. */
  idToken(claims?: JWTPayload, change?: { audience?: string; issuer?: string }): Promise<string>;
  /** Opens an authorization URL and returns the redirect target. */
  visit(address: string, change?: { denied?: boolean }): Promise<URL>;
  close(): Promise<void>;
};

/** Settings of an OpenID Connect provider that points to this fake. */
export function settingsOf({ clientId, secret, issuer }: FakeProvider): ProviderSettings {
  return {
    clientIds: [clientId],
    secret,
    issuer,
    scopes: null,
    skipNonceCheck: false,
    isEmailOptional: false,
    siteBase: null,
    apiBase: null,
  };
}

type Grant = { readonly nonce: string | null; readonly challenge: string | null };

export async function startFakeProvider(): Promise<FakeProvider> {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "key-1", alg: "RS256", use: "sig" };
  const grants = new Map<string, Grant>();
  const [clientId, secret] = ["client-1", "secret-of-the-client"];
  let issuer = "";
  let isDenied = false;

  const sign: FakeProvider["sign"] = (claims, header = {}) => {
    const nowS = Math.floor(Date.now() / 1_000);
    const right = { iss: issuer, aud: clientId, iat: nowS, exp: nowS + 300 };
    return new SignJWT({ ...right, ...claims })
      .setProtectedHeader({ alg: "RS256", kid: "key-1", ...header })
      .sign(privateKey);
  };

  const exchange = async (form: URLSearchParams): Promise<object | null> => {
    const grant = grants.get(form.get("code") ?? "");
    grants.delete(form.get("code") ?? "");
    const verifier = form.get("code_verifier") ?? "";
    const answered = createHash("sha256").update(verifier).digest("base64url");
    const isRight =
      grant !== undefined &&
      form.get("client_id") === clientId &&
      form.get("client_secret") === secret &&
      (grant.challenge === null || grant.challenge === answered);
    if (!isRight) return null;
    const claims = grant.nonce === null ? fake.person : { ...fake.person, nonce: grant.nonce };
    return {
      access_token: "access-of-the-provider",
      refresh_token: "refresh-of-the-provider",
      token_type: "bearer",
      expires_in: 300,
      ...(grant.nonce === null ? {} : { id_token: await (fake.forge ?? sign)(claims) }),
    };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", issuer);
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
      case "/elsewhere/.well-known/openid-configuration":
        return send(200, { ...describe(issuer), ...fake.description });
      case "/jwks":
        return send(200, { keys: [jwk] });
      case "/authorize":
      case "/login/oauth/authorize": {
        const target = new URL(url.searchParams.get("redirect_uri") ?? "");
        target.searchParams.set("state", url.searchParams.get("state") ?? "");
        if (isDenied) {
          target.searchParams.set("error", "access_denied");
          target.searchParams.set("error_description", "They said no");
        } else {
          const code = randomUUID();
          grants.set(code, {
            nonce: url.searchParams.get("nonce"),
            challenge: url.searchParams.get("code_challenge"),
          });
          target.searchParams.set("code", code);
        }
        response.writeHead(302, { location: target.href });
        response.end();
        return;
      }
      case "/token":
      case "/login/oauth/access_token": {
        const tokens = await exchange(new URLSearchParams(await textOf(request)));
        return tokens === null ? send(400, { error: "invalid_grant" }) : send(200, tokens);
      }
      case "/user":
        return send(200, fake.profile);
      case "/user/emails":
        return send(200, fake.mails);
      default:
        return send(404, {});
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${portOf(server.address())}`;

  const fake: FakeProvider = {
    issuer,
    clientId,
    secret,
    person: { sub: "person-1" },
    forge: null,
    description: {},
    profile: {},
    mails: [],
    sign,
    idToken: (claims = {}, { audience = clientId, issuer: iss = issuer } = {}) =>
      sign({ ...fake.person, ...claims, aud: audience, iss }),
    async visit(address, change = {}) {
      isDenied = change.denied === true;
      const reply = await fetch(address, { redirect: "manual" });
      return new URL(reply.headers.get("location") ?? "");
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  return fake;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

function portOf(address: string | AddressInfo | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

function describe(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
  };
}
