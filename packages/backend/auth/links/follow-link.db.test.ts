import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { joinAs, OTHER_PASSWORD, visitorOf } from "#backend/auth/auth-client.fixture.ts";
import { followLink, newestMail, PERSON } from "#backend/testing/sent-mails.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

const MINUTE_MS = 60_000;

describe("the link of a mail", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  async function recoveryLink(flowType: "implicit" | "pkce" = "implicit") {
    const member = await joinAs(backend);
    const client = visitorOf(backend, { flowType });
    await client.auth.resetPasswordForEmail(member.email);
    const { link, code } = await newestMail(backend, member.email);
    return { ...member, client, code, link: link ?? new URL(backend.url) };
  }

  function open(link: URL | string, headers: Record<string, string>, method = "GET") {
    return fetch(link, { method, headers, redirect: "manual" });
  }

  function locationOf(reply: Response): string {
    expect(reply.status).toBe(303);
    return reply.headers.get("location") ?? "";
  }

  function cookieOf(reply: Response): string {
    return reply.headers.get("set-cookie")?.split(";")[0] ?? "";
  }

  it.each([
    ["a look at the head", "HEAD", PERSON],
    ["a prefetch", "GET", { ...PERSON, "sec-purpose": "prefetch" }],
    ["a prerender", "GET", { ...PERSON, "sec-purpose": "prefetch;prerender" }],
    ["a prefetch of another engine", "GET", { ...PERSON, "x-moz": "prefetch" }],
    ["a preview", "GET", { ...PERSON, "x-purpose": "preview" }],
    [
      "the preload of an older worker",
      "GET",
      { ...PERSON, "service-worker-navigation-preload": "true" },
    ],
    [
      "a script of a page",
      "GET",
      { ...PERSON, "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" },
    ],
    ["a frame", "GET", { ...PERSON, "sec-fetch-dest": "iframe" }],
    [
      "a mail scanner that poses as a browser",
      "GET",
      { accept: "text/html", "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64)" },
    ],
    ["a mail scanner that takes anything", "GET", { accept: "*/*", "user-agent": "Mozilla/5.0" }],
    ["a program that says nothing", "GET", {}],
    ["a program that wants JSON", "GET", { accept: "application/json" }],
    ["a picture's place", "GET", { accept: "image/*", "sec-fetch-dest": "image" }],
    ["a page that takes no HTML", "GET", { ...PERSON, accept: "*/*" }],
  ])("is not used up by %s", async (_who, method, headers) => {
    const { link } = await recoveryLink();
    for (let count = 0; count < 2; count += 1) {
      const looked = await open(link, headers, method);
      expect(looked.status).toBe(200);
      expect(looked.headers.get("set-cookie")).toBeNull();
      expect(await looked.text()).not.toContain("access_token");
    }
    expect(locationOf(await open(link, PERSON))).toContain("access_token=");
  });

  it("shows a button when no user navigation is visible", async () => {
    const { link } = await recoveryLink();
    link.searchParams.set("redirect_to", `${backend.url}/auth/reset?a="><script>`);
    const page = await open(link, { accept: "text/html", "accept-language": "fr" });
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
    const html = await page.text();
    expect(html).toContain('lang="fr"');
    expect(html).not.toContain("<script");
    const action = /action="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const pressed = await open(new URL(action, link), { accept: "text/html" }, "POST");
    expect(locationOf(pressed)).toMatch(/\/auth\/reset\?.*#access_token=/);
    expect(locationOf(await open(new URL(action, link), {}, "POST"))).toContain("otp_expired");
  });

  it("works again for the same browser for a minute", async () => {
    const { link, email, client } = await recoveryLink();
    const first = await open(link, PERSON);
    expect(locationOf(first)).toContain("access_token=");
    const cookie = cookieOf(first);
    expect(first.headers.get("set-cookie")).toMatch(/; HttpOnly; SameSite=Lax$/);
    const own = { ...PERSON, cookie };
    backend.advance(MINUTE_MS - 5_000);
    const hash = new URL(locationOf(await open(link, own))).hash.slice(1);
    const tokens = new URLSearchParams(hash);
    const { data } = await client.auth.setSession({
      access_token: tokens.get("access_token") ?? "",
      refresh_token: tokens.get("refresh_token") ?? "",
    });
    expect(data.user?.email).toBe(email);
    expect(tokens.get("type")).toBe("recovery");

    expect(locationOf(await open(link, PERSON))).toContain("otp_expired");
    const another = { ...PERSON, cookie: cookie.replace(/=.*/, "=somebody-else") };
    expect(locationOf(await open(link, another))).toContain("otp_expired");
    backend.advance(5_001);
    expect(locationOf(await open(link, own))).toContain("otp_expired");
  });

  it("ends for the same browser too with a new password and with the account", async () => {
    const { link, client } = await recoveryLink();
    const first = await open(link, PERSON);
    const own = { ...PERSON, cookie: cookieOf(first) };
    const tokens = new URLSearchParams(new URL(locationOf(first)).hash.slice(1));
    await client.auth.setSession({
      access_token: tokens.get("access_token") ?? "",
      refresh_token: tokens.get("refresh_token") ?? "",
    });
    expect((await client.auth.updateUser({ password: OTHER_PASSWORD })).error).toBeNull();
    expect(locationOf(await open(link, own))).toContain("otp_expired");

    const other = await recoveryLink();
    const cookie = cookieOf(await open(other.link, PERSON));
    await backend.admin`
      update auth.users set banned_until = 'infinity' where email = ${other.email}`;
    expect(locationOf(await open(other.link, { ...PERSON, cookie }))).toContain("user_banned");
  });

  it("confirms nothing when a program fetches it, and keeps its code valid", async () => {
    const { link, email, client, code } = await recoveryLink();
    await open(link, {});
    const { error } = await client.auth.verifyOtp({ email, token: code, type: "recovery" });
    expect(error).toBeNull();
  });

  it("expires an hour after it was sent", async () => {
    const { link } = await recoveryLink();
    await open(link, {});
    backend.advance(60 * MINUTE_MS);
    expect(locationOf(await open(link, PERSON))).toContain("otp_expired");
  });

  it("uses up its code", async () => {
    const { link, email, client, code } = await recoveryLink();
    await followLink(link);
    const { error } = await client.auth.verifyOtp({ email, token: code, type: "recovery" });
    expect(error).toMatchObject({ code: "otp_expired" });
  });

  it("gives a PKCE client a working code, also the second time", async () => {
    const { link, client } = await recoveryLink("pkce");
    const first = await open(link, PERSON);
    const own = { ...PERSON, cookie: cookieOf(first) };
    const address = new URL(locationOf(await open(link, own)));
    const code = address.searchParams.get("code") ?? "";
    expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull();
    // The browser has its session already: the page opens without another.
    const after = locationOf(await open(link, own));
    expect(after).not.toMatch(/code=|error/);
  });

  it("confirms a new email address for its own mailbox only, however often it is opened", async () => {
    const { client, email } = await joinAs(backend);
    const wanted = `new.${email}`;
    expect((await client.auth.updateUser({ email: wanted })).error).toBeNull();
    const { link } = await newestMail(backend, email);
    const accepted = /message=Confirmation\+link\+accepted/;
    const first = await open(link ?? "", PERSON);
    expect(locationOf(first)).toMatch(accepted);
    const again = await open(link ?? "", { ...PERSON, cookie: cookieOf(first) });
    expect(locationOf(again)).toMatch(accepted);
    const addressOf = async (address: string) =>
      backend.admin`select 1 from auth.users where email = ${address}`;
    expect(await addressOf(wanted)).toHaveLength(0);

    const other = await newestMail(backend, wanted);
    const done = await open(other.link ?? "", PERSON);
    expect(locationOf(done)).toContain("access_token=");
    expect(await addressOf(wanted)).toHaveLength(1);
    const repeated = await open(other.link ?? "", { ...PERSON, cookie: cookieOf(done) });
    expect(locationOf(repeated)).toContain("access_token=");
  });

  it("signs in one of ten clients that open it in parallel", async () => {
    const { link } = await recoveryLink();
    const ends = await Promise.all(Array.from({ length: 10 }, () => open(link, PERSON)));
    const isIn = (reply: Response) => locationOf(reply).includes("access_token=");
    expect(ends.filter(isIn)).toHaveLength(1);
  });
});
