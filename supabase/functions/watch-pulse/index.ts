import { functionModule } from "../_shared/runtime/function-module.ts";
import { viewerHeartbeatOf } from "../_shared/viewer-count/viewer-heartbeat.ts";
import { WATCHING_ENV_NAMES } from "../_shared/viewer-count/watching-settings.ts";

/** Heartbeats of players, and approximate viewers of each channel. */
export default functionModule(WATCHING_ENV_NAMES, (request, context) =>
  viewerHeartbeatOf(context).handle(request),
);
