import { actOnAccount } from "../_shared/account/account-action.ts";
import { ACCOUNT_ENV_NAMES, respond } from "../_shared/account/backend-calls.ts";
import { functionModule } from "../_shared/runtime/function-module.ts";

/** Actions of staff with the permission `people` on accounts. */
export default functionModule(ACCOUNT_ENV_NAMES, (request, context) =>
  respond(() => actOnAccount(request, context)),
);
