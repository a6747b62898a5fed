import { exportAccount } from "../_shared/account/export-account.ts";
import { functionModule } from "../_shared/runtime/function-module.ts";
import { ACCOUNT_ENV_NAMES, answerForOwner } from "../_shared/account/own-account.ts";

/** `account-export`: everything that is held about the caller, as a zip. */
export default functionModule(ACCOUNT_ENV_NAMES, (request, context) =>
  answerForOwner(request, context, exportAccount),
);
