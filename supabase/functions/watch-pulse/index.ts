import { functionModule } from "../_shared/runtime/function-module.ts";
import { watchPulseOf } from "../_shared/viewer-count/viewer-heartbeat.ts";
import { WATCHING_ENV_NAMES } from "../_shared/viewer-count/watching-settings.ts";

/** `watch-pulse`: about how many watch a channel. */
export default functionModule(WATCHING_ENV_NAMES, (request, context) =>
  watchPulseOf(context).handle(request),
);
