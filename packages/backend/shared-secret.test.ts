import { SignJWT } from "jose";
import { expect, it } from "vitest";
import { roleOfSharedKey, type SharedSecret } from "./shared-secret.ts";

const secret: SharedSecret = {
  bytes: Buffer.from("a-shared-secret-of-a-moved-project"),
  signsSessions: false,
};
const NOW_S = 1_800_000_000;

function sign(claims: Record<string, unknown>, key: Uint8Array = secret.bytes): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(key);
}

async function roleOf(token: string | Promise<string>): Promise<string | null> {
  return roleOfSharedKey(await token, secret, NOW_S * 1_000);
}

it.each([
  [{ role: "anon", iss: "supabase", exp: NOW_S + 1 }, "anon"],
  [{ role: "service_role" }, "service_role"],
  [{ role: "supabase_admin", sub: "1234567890" }, "service_role"],
])("maps a key with %j to the role %s", async (claims, role) => {
  expect(await roleOf(sign(claims))).toBe(role);
});

it.each([
  [{ role: "authenticated", sub: crypto.randomUUID() }],
  [{ role: "postgres" }],
  [{}],
  [{ role: "service_role", exp: NOW_S - 31 }],
  [{ role: "service_role", exp: "never" }],
  [{ role: "service_role", nbf: NOW_S + 31 }],
])("rejects %j", async (claims) => {
  expect(await roleOf(sign(claims))).toBeNull();
});

it("rejects a key with another secret, another algorithm, a changed claim, or too many parts", async () => {
  expect(
    await roleOf(sign({ role: "anon" }, Buffer.from("another-secret-of-32-characters-"))),
  ).toBeNull();
  const other = new SignJWT({ role: "anon" }).setProtectedHeader({ alg: "HS512" });
  expect(await roleOf(other.sign(Buffer.concat([secret.bytes, secret.bytes])))).toBeNull();
  const token = await sign({ role: "anon" });
  const claims = Buffer.from('{"role":"service_role"}').toString("base64url");
  expect(await roleOf(token.replace(/\.[^.]+\./, `.${claims}.`))).toBeNull();
  expect(await roleOf(`${token}.x`)).toBeNull();
  expect(await roleOf("sb_secret_x")).toBeNull();
  expect(roleOfSharedKey(token, null, NOW_S * 1_000)).toBeNull();
});
