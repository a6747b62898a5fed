import { ACCOUNT_ENV_NAMES } from "../_shared/account/backend-calls.ts";
import { deleteAccount } from "../_shared/account/delete-account.ts";
import { handleForOwner } from "../_shared/account/own-account.ts";
import { functionModule } from "../_shared/runtime/function-module.ts";

/** Deletes the caller's account with all its data. */
export default functionModule(ACCOUNT_ENV_NAMES, (request, context) =>
  handleForOwner(request, context, deleteAccount),
);
