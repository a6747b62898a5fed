import { generateKeyPairSync, sign } from "node:crypto";

const ECDSA_WITH_SHA256 = "06082a8648ce3d040302";
const COMMON_NAME = "0603550403";
const VALID_FROM = "20200101000000Z";
const VALID_UNTIL = "20991231235959Z";

/** Creates a key and a self-signed certificate for one host, both PEM. The browser must be told to accept it. */
export function selfSigned(host: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der(0x30, Buffer.from(ECDSA_WITH_SHA256, "hex"));
  const name = der(
    0x30,
    der(0x31, der(0x30, Buffer.from(COMMON_NAME, "hex"), der(0x0c, Buffer.from(host)))),
  );
  const validity = der(
    0x30,
    der(0x18, Buffer.from(VALID_FROM)),
    der(0x18, Buffer.from(VALID_UNTIL)),
  );
  const certificateInfo = der(
    0x30,
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = sign("sha256", certificateInfo, privateKey);
  const certificate = der(0x30, certificateInfo, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = (certificate.toString("base64").match(/.{1,64}/g) ?? []).join("\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** Encodes one DER element: tag, length, content. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
