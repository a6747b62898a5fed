import { createHash, randomBytes } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { createAccount } from "#tests/e2e/support/accounts.ts";
import { loadKeys } from "#server/backend/keys.ts";
import { expect, test } from "./support/journey-test.ts";

test.use({ ownServer: {} });

test("another application is let in by a member who signs in on the way, and told of a no", async ({
  page,
  request,
  baseURL,
  server,
}) => {
  const home = baseURL ?? "";
  const { secretKey } = await loadKeys({ dataDir: server?.dataDir ?? "", now: Date.now });
  const operator = createClient(home, secretKey, { auth: { persistSession: false } });
  const back = `${home}/privacy-policy`;
  const { data: application } = await operator.auth.admin.oauth.createClient({
    client_name: "Choir book",
    redirect_uris: [back],
  });
  const { email, password } = await createAccount(request);
  const verifier = randomBytes(32).toString("base64url");
  const query = (scope: string): URLSearchParams =>
    new URLSearchParams({
      client_id: application?.client_id ?? "",
      redirect_uri: back,
      response_type: "code",
      scope,
      state: "its-state",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    });

  await page.goto(`/auth/v1/oauth/authorize?${query("openid email").toString()}`);
  await expect(page).toHaveURL(/\/auth\/consent\?authorization_id=/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Choir book would like to sign you in",
  );
  await expect(page.getByText("Your e-mail address")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.waitForURL(/\/privacy-policy\?/);
  const given = new URL(page.url()).searchParams;
  expect(given.get("state")).toBe("its-state");
  expect(given.get("code")).toMatch(/^[\w-]{40,}$/);

  await page.goto(`/auth/v1/oauth/authorize?${query("openid email phone").toString()}`);
  await page.getByRole("button", { name: "Don't allow" }).click();
  await page.waitForURL(/\/privacy-policy\?/);
  expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");
});
