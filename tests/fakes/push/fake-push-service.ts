import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { importJWK, jwtVerify } from "jose";

/** A message as a device reads it, with the headers for the push service. */
export type ReceivedPush = {
  path: string;
  text: string;
  ttl: string | undefined;
  topic: string | undefined;
  /** Claims of the VAPID token. Its signature is verified with the request's key. */
  claims: { aud: unknown; sub: unknown; exp: unknown };
  publicKey: string;
};

/** A device with its key pair, in the form of `PushSubscription.toJSON()`. */
export type FakeDevice = {
  endpoint: string;
  keys: { p256dh: string; auth: string };
};

/** A push service on 127.0.0.1 that holds its devices' keys and decrypts their messages. */
export type FakePushService = {
  device(name: string): FakeDevice;
  /** Messages with a valid signature and encryption; `faults` has the others. */
  readonly received: readonly ReceivedPush[];
  readonly faults: readonly string[];
  /** Sets the response status for a device. */
  answerWith(name: string, status: number): void;
  close(): Promise<void>;
};

export async function startFakePushService(): Promise<FakePushService> {
  const devices = new Map<string, { ecdh: ECDH; secret: Buffer; status: number }>();
  const received: ReceivedPush[] = [];
  const faults: string[] = [];

  async function take(request: IncomingMessage): Promise<number> {
    const path = request.url ?? "";
    const device = devices.get(path);
    if (!device) return 404;
    if (device.status !== 201) return device.status;
    const body = await readBody(request);
    const text = decrypt(body, device.ecdh, device.secret);
    const [, token = "", publicKey = ""] =
      /^vapid t=([^,]+), k=(.+)$/.exec(request.headers.authorization ?? "") ?? [];
    const { payload } = await jwtVerify(token, await importPublicKey(publicKey), {
      algorithms: ["ES256"],
    });
    const { aud, sub, exp } = payload;
    received.push({
      path,
      text,
      ttl: single(request.headers["ttl"]),
      topic: single(request.headers["topic"]),
      claims: { aud, sub, exp },
      publicKey,
    });
    return 201;
  }

  const server = createServer((request, response) => {
    take(request)
      .catch((error: unknown) => {
        faults.push(String(error));
        return 400;
      })
      .then((status) => response.writeHead(status).end())
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    device(name) {
      const ecdh = createECDH("prime256v1");
      ecdh.generateKeys();
      const secret = randomBytes(16);
      devices.set(`/${name}`, { ecdh, secret, status: 201 });
      return {
        endpoint: `http://127.0.0.1:${port}/${name}`,
        keys: {
          p256dh: ecdh.getPublicKey("base64url"),
          auth: secret.toString("base64url"),
        },
      };
    },
    received,
    faults,
    answerWith(name, status) {
      const device = devices.get(`/${name}`);
      if (device) device.status = status;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Decrypts one record of aes128gcm (RFC 8188) with the keys of RFC 8291, section 3.4. */
function decrypt(body: Buffer, ecdh: ECDH, secret: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const serverKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), serverKey]);
  const shared = hkdf(ecdh.computeSecret(serverKey), secret, info, 32);
  const key = hkdf(shared, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = hkdf(shared, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end === -1) throw new Error("The record does not end as the last one does");
  return padded.subarray(0, end).toString("utf8");
}

function hkdf(key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, info, length));
}

function importPublicKey(publicKey: string) {
  const bytes = Buffer.from(publicKey, "base64url");
  return importJWK(
    {
      kty: "EC",
      crv: "P-256",
      x: bytes.subarray(1, 33).toString("base64url"),
      y: bytes.subarray(33).toString("base64url"),
    },
    "ES256",
  );
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
