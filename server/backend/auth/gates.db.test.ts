import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { startTestBackend } from "#tests/support/test-backend.ts";
import { callAuth, freshAddress, joinAs, visitorOf } from "./auth-client.fixture.ts";

/** A third party that answers every request from its path and its form. */
async function startThirdParty(
  answer: (path: string, form: URLSearchParams) => string,
): Promise<{ readonly base: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => response.end(answer(request.url ?? "", new URLSearchParams(text))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { base: `http://127.0.0.1:${portOf(server.address())}`, server };
}

describe("passwords", () => {
  it("that leaks have made known are refused, and the list hears five digits of a sum", async () => {
    const leaked = "a-password-of-others-71";
    const sum = createHash("sha1").update(leaked).digest("hex").toUpperCase();
    const asked: string[] = [];
    const { base, server } = await startThirdParty((path) => {
      asked.push(path);
      return `${sum.slice(5)}:12\r\n${"A".repeat(35)}:0`;
    });
    const backend = await startTestBackend({ settings: { leakedPasswordsBase: base } });
    const { auth } = visitorOf(backend);
    const refused = await auth.signUp({ email: freshAddress(), password: leaked });
    expect(refused.error).toMatchObject({
      status: 422,
      code: "weak_password",
      reasons: ["pwned"],
    });
    expect(asked).toEqual([`/range/${sum.slice(0, 5)}`]);
    const member = await joinAs(backend);
    const changed = await member.client.auth.updateUser({ password: leaked });
    expect(changed.error).toMatchObject({ code: "weak_password" });
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    const away = await auth.signUp({ email: freshAddress(), password: leaked });
    expect(away.error).toBeNull();
    await backend.close();
  });

  it("follow the documented rules alone where the operator wants that", async () => {
    const backend = await startTestBackend({ settings: { refusesWellKnownPasswords: false } });
    const { auth } = visitorOf(backend);
    expect((await auth.signUp({ email: freshAddress(), password: "password" })).error).toBeNull();
    const short = await auth.signUp({ email: freshAddress(), password: "12345" });
    expect(short.error).toMatchObject({ code: "weak_password", reasons: ["length"] });
    await backend.close();
  });

  it("say at once all that is missing of what the operator asks for", async () => {
    const backend = await startTestBackend({
      settings: { passwordMinLength: 8, passwordRequirements: "lower_upper_letters_digits" },
    });
    const { auth } = visitorOf(backend);
    const email = freshAddress();
    const weak = await auth.signUp({ email, password: "kettles" });
    expect(weak.error).toMatchObject({
      name: "AuthWeakPasswordError",
      status: 422,
      code: "weak_password",
      reasons: ["length", "characters"],
      message:
        "Password should be at least 8 characters. Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, ABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789.",
    });
    expect((await auth.signUp({ email, password: "Kettle-mistral-47" })).error).toBeNull();
    await backend.close();
  });
});

describe("the operator", () => {
  it("reads what happened to accounts, newest first", async () => {
    const backend = await startTestBackend();
    const member = await joinAs(backend);
    const reply = await callAuth(backend, "/admin/audit?per_page=1", { key: backend.secretKey });
    expect(reply.headers.get("x-total-count")).toBe("1");
    expect(await reply.json()).toMatchObject([
      { payload: { action: "user_signedup", actor_id: member.id } },
    ]);
    expect((await callAuth(backend, "/admin/audit")).status).toBe(401);
    await backend.close();
  });
});

function portOf(address: string | AddressInfo | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
