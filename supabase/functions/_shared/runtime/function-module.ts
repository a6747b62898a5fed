import { createEdgeContext } from "./edge-context.ts";
import { CORS_ENV_NAMES, withCors } from "./edge-cors.ts";
import type { FunctionContext, FunctionModule } from "./runtime.ts";
import { followSite } from "./site-settings.ts";

/**
 * The default export of a function's index.ts, for both hosts: ours passes a context with every
 * request, Supabase's edge runtime passes none and gets one that is made at the first request.
 *
 * @param names the variables that the function reads
 */
export function functionModule(
  names: readonly string[],
  handle: (request: Request, context: FunctionContext) => Promise<Response>,
  { countsItself = false }: Pick<FunctionModule, "countsItself"> = {},
): FunctionModule {
  let edge: { context: FunctionContext; freshen: () => Promise<void> } | null = null;
  return {
    countsItself,
    async fetch(request, context) {
      // The edge runtime may pass something of its own as a second argument.
      if (context?.store !== undefined) return await handle(request, context);
      edge ??= openEdge([...names, ...CORS_ENV_NAMES]);
      await edge.freshen();
      return withCors(request, await handle(request, edge.context), edge.context.env);
    },
  };
}

/** The context of an isolate, whose variables follow the site. */
function openEdge(names: readonly string[]): {
  context: FunctionContext;
  freshen: () => Promise<void>;
} {
  const own = createEdgeContext(names);
  const { env, freshen } = followSite(own);
  return { context: { ...own, env }, freshen };
}
