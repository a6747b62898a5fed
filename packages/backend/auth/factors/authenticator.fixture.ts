import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const FLAGS = { present: 0x01, verified: 0x04, hasKey: 0x40 };

/** A software authenticator: creates P-256 keys and signs with them. */
export type SoftAuthenticator = {
  /** Response of navigator.credentials.create(), in the JSON form of WebAuthn level 3. */
  create(challenge: string, change?: { origin?: string }): object;
  /** Response of navigator.credentials.get(). */
  get(challenge: string, change?: { origin?: string; userHandle?: string }): object;
};

export function createAuthenticator(site: string): SoftAuthenticator {
  const { hostname, origin } = new URL(site);
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  const rpIdHash = sha256(Buffer.from(hostname));
  let counter = 0;

  const clientData = (type: string, challenge: string, at: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));

  return {
    create(challenge, change = {}) {
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseOf(publicKey),
      ]);
      const authData = Buffer.concat([
        head(rpIdHash, FLAGS.present | FLAGS.verified | FLAGS.hasKey, counter),
        attested,
      ]);
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array>([
          ["fmt", "none"],
          ["attStmt", new Map<string, string>()],
          ["authData", new Uint8Array(authData)],
        ]),
      );
      return {
        id: id.toString("base64url"),
        rawId: id.toString("base64url"),
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData(
            "webauthn.create",
            challenge,
            change.origin ?? origin,
          ).toString("base64url"),
          attestationObject: Buffer.from(attestationObject).toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    get(challenge, change = {}) {
      counter += 1;
      const authData = head(rpIdHash, FLAGS.present | FLAGS.verified, counter);
      const data = clientData("webauthn.get", challenge, change.origin ?? origin);
      const signature = signWith(privateKey, Buffer.concat([authData, sha256(data)]));
      return {
        id: id.toString("base64url"),
        rawId: id.toString("base64url"),
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: data.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: signature.toString("base64url"),
          ...(change.userHandle === undefined ? {} : { userHandle: change.userHandle }),
        },
      };
    },
  };
}

function head(rpIdHash: Buffer, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([rpIdHash, Buffer.from([flags]), count]);
}

/** The public key in COSE (RFC 9053): EC2, ES256, P-256. */
function coseOf(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const entries = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, "base64url"))],
    [-3, new Uint8Array(Buffer.from(y, "base64url"))],
  ]);
  return Buffer.from(isoCBOR.encode(entries));
}

function signWith(key: KeyObject, data: Buffer): Buffer {
  return sign("sha256", data, key);
}

function sha256(data: Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}
