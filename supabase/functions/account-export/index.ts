import { ACCOUNT_ENV_NAMES } from "../_shared/account/backend-calls.ts";
import { exportAccount } from "../_shared/account/export-account.ts";
import { handleForOwner } from "../_shared/account/own-account.ts";
import { functionModule } from "../_shared/runtime/function-module.ts";

/** Returns all data of the caller as a zip. */
export default functionModule(ACCOUNT_ENV_NAMES, (request, context) =>
  handleForOwner(request, context, ({ user, asMember }) => exportAccount({ user, call: asMember })),
);
