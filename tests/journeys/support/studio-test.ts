import { createAccount, makeAdministrator, type MfaAccount } from "#tests/e2e/support/accounts.ts";
import { expect, test as base } from "./journey-test.ts";

/** `test` with a studio owner on the test's server. */
export const test = base.extend<{ owner: MfaAccount }>({
  owner: async ({ request, baseURL, server }, provide) => {
    const member = await createAccount(request);
    await provide(await makeAdministrator(request, baseURL ?? "", member, server?.dataDir));
  },
});

export { expect };
