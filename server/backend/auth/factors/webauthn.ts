import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from "@simplewebauthn/server";
import { z } from "zod";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { siteNameOf } from "#server/backend/auth/mail/compose-mail.ts";
import type { UserRow } from "#server/backend/auth/store/user-store.ts";

/** Loaded on first use: most servers never need it, and loading costs time and memory. */
const library = (): Promise<typeof import("@simplewebauthn/server")> =>
  import("@simplewebauthn/server");

/** A stored WebAuthn key; bytes are base64url. */
export const storedKeySchema = z.object({
  id: z.string(),
  publicKey: z.string(),
  counter: z.number(),
  transports: z.array(z.string()).default([]),
  deviceType: z.string().default("singleDevice"),
  isBackedUp: z.boolean().default(false),
  aaguid: z.string().default(""),
});
export type StoredKey = z.infer<typeof storedKeySchema>;

const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
const base64url = z.string().regex(/^[\w-]+={0,2}$/);

const common = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional().catch(undefined),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};

/** A browser's response after it created a key. */
const registrationSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string()).optional(),
  }),
});

/** A browser's response after it used a key. */
export const authenticationSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.string().nullish(),
  }),
});

/** Keys work on this site only. */
function relyingParty({ settings }: AuthDeps): {
  readonly rpID: string;
  readonly rpName: string;
  readonly origin: string;
} {
  const { hostname, origin } = new URL(settings.siteUrl);
  return { rpID: hostname, rpName: siteNameOf(settings.mailFrom, settings.siteUrl), origin };
}

export async function registrationOptions(
  deps: AuthDeps,
  request: {
    readonly user: UserRow;
    readonly known: readonly StoredKey[];
    /** Passkeys must be discoverable; keys of a factor need not. */
    readonly residentKey: "required" | "discouraged";
  },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { rpID, rpName } = relyingParty(deps);
  const { user, known, residentKey } = request;
  const name = user.email ?? user.phone ?? user.id;
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpID,
    rpName,
    userID: new TextEncoder().encode(user.id),
    userName: name,
    userDisplayName: name,
    attestationType: "none",
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { residentKey, userVerification: "preferred" },
  });
}

export async function authenticationOptions(
  deps: AuthDeps,
  known: readonly StoredKey[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: relyingParty(deps).rpID,
    allowCredentials: known.map(toDescriptor),
    userVerification: "preferred",
  });
}

/** Returns the new key; null for an invalid response. */
export async function checkRegistration(
  deps: AuthDeps,
  given: { readonly credential: unknown; readonly challenge: string },
): Promise<StoredKey | null> {
  const parsed = registrationSchema.safeParse(given.credential);
  if (!parsed.success) return null;
  const { rpID, origin } = relyingParty(deps);
  const response: RegistrationResponseJSON = {
    ...toCommon(parsed.data),
    response: {
      clientDataJSON: parsed.data.response.clientDataJSON,
      attestationObject: parsed.data.response.attestationObject,
      transports: knownTransports(parsed.data.response.transports ?? []),
    },
  };
  const { verifyRegistrationResponse } = await library();
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge: given.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
  }).catch(() => null);
  if (result === null || !result.verified) return null;
  const { credential, credentialDeviceType, credentialBackedUp, aaguid } = result.registrationInfo;
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: credential.transports ?? [],
    deviceType: credentialDeviceType,
    isBackedUp: credentialBackedUp,
    aaguid,
  };
}

/** Returns the key after its use; null for an invalid response. */
export async function checkAuthentication(
  deps: AuthDeps,
  given: {
    readonly credential: unknown;
    readonly challenge: string;
    readonly key: StoredKey;
  },
): Promise<StoredKey | null> {
  const { key } = given;
  const parsed = authenticationSchema.safeParse(given.credential);
  if (!parsed.success || parsed.data.id !== key.id) return null;
  const { rpID, origin } = relyingParty(deps);
  const { clientDataJSON, authenticatorData, signature } = parsed.data.response;
  const response: AuthenticationResponseJSON = {
    ...toCommon(parsed.data),
    response: { clientDataJSON, authenticatorData, signature },
  };
  const { verifyAuthenticationResponse } = await library();
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: given.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
    credential: toCredential(key),
  }).catch(() => null);
  if (result === null || !result.verified) return null;
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  return { ...key, counter: newCounter, isBackedUp: credentialBackedUp };
}

function toCommon(
  parsed: Pick<z.infer<typeof registrationSchema>, "id" | "rawId" | "authenticatorAttachment">,
): Pick<
  RegistrationResponseJSON,
  "id" | "rawId" | "type" | "clientExtensionResults" | "authenticatorAttachment"
> {
  const { id, rawId, authenticatorAttachment } = parsed;
  return {
    id,
    rawId,
    type: "public-key",
    clientExtensionResults: {},
    ...(authenticatorAttachment === undefined ? {} : { authenticatorAttachment }),
  };
}

function toDescriptor({ id, transports }: StoredKey): {
  id: string;
  transports: (typeof TRANSPORTS)[number][];
} {
  return { id, transports: knownTransports(transports) };
}

function toCredential(key: StoredKey): WebAuthnCredential {
  const { id, publicKey, counter, transports } = key;
  return {
    id,
    publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")),
    counter,
    transports: knownTransports(transports),
  };
}

function knownTransports(names: readonly string[]): (typeof TRANSPORTS)[number][] {
  return TRANSPORTS.filter((name) => names.includes(name));
}
