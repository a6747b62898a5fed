import {
  createAccount,
  makeAdministrator,
  type ProvedAccount,
} from "#tests/e2e/support/accounts.ts";
import { expect, test as base } from "./journey-test.ts";

/** `test` with an owner of the studio, made on the server of the test. */
export const test = base.extend<{ owner: ProvedAccount }>({
  owner: async ({ request, baseURL, server }, provide) => {
    const member = await createAccount(request);
    await provide(await makeAdministrator(request, baseURL ?? "", member, server?.dataDir));
  },
});

export { expect };
