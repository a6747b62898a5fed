import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from "@simplewebauthn/server";
import * as v from "valibot";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { siteNameOf } from "#backend/auth/mail/compose-mail.ts";
import type { UserRow } from "#backend/auth/store/user-store.ts";

/** Loaded on first use: most servers never need it, and loading costs time and memory. */
const library = (): Promise<typeof import("@simplewebauthn/server")> =>
  import("@simplewebauthn/server");

/** A stored WebAuthn key; bytes are base64url. */
export const storedKeySchema = v.object({
  id: v.string(),
  publicKey: v.string(),
  counter: v.number(),
  transports: v.optional(v.array(v.string()), []),
  deviceType: v.optional(v.string(), "singleDevice"),
  isBackedUp: v.optional(v.boolean(), false),
  aaguid: v.optional(v.string(), ""),
});
export type StoredKey = v.InferOutput<typeof storedKeySchema>;

const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
const base64url = v.pipe(v.string(), v.regex(/^[\w-]+={0,2}$/));

const common = {
  id: base64url,
  rawId: base64url,
  type: v.literal("public-key"),
  authenticatorAttachment: v.fallback(
    v.optional(v.picklist(["platform", "cross-platform"])),
    undefined,
  ),
  clientExtensionResults: v.optional(v.record(v.string(), v.unknown()), {}),
};

/** A browser's response after it created a key. */
const registrationSchema = v.object({
  ...common,
  response: v.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: v.optional(v.array(v.string())),
  }),
});

/** A browser's response after it used a key. */
export const authenticationSchema = v.object({
  ...common,
  response: v.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: v.nullish(v.string()),
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
  const parsed = v.safeParse(registrationSchema, given.credential);
  if (!parsed.success) return null;
  const { rpID, origin } = relyingParty(deps);
  const response: RegistrationResponseJSON = {
    ...toCommon(parsed.output),
    response: {
      clientDataJSON: parsed.output.response.clientDataJSON,
      attestationObject: parsed.output.response.attestationObject,
      transports: knownTransports(parsed.output.response.transports ?? []),
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
  const parsed = v.safeParse(authenticationSchema, given.credential);
  if (!parsed.success || parsed.output.id !== key.id) return null;
  const { rpID, origin } = relyingParty(deps);
  const { clientDataJSON, authenticatorData, signature } = parsed.output.response;
  const response: AuthenticationResponseJSON = {
    ...toCommon(parsed.output),
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
  parsed: Pick<
    v.InferOutput<typeof registrationSchema>,
    "id" | "rawId" | "authenticatorAttachment"
  >,
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
