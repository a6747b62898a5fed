import { createEdgeContext } from "./edge-context.ts";
import { CORS_ENV_NAMES, withCors } from "./edge-cors.ts";
import type { FunctionContext, FunctionModule } from "./runtime.ts";

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
  let edgeContext: FunctionContext | null = null;
  return {
    countsItself,
    async fetch(request, context) {
      // The edge runtime may pass something of its own as a second argument.
      if (context?.store !== undefined) return await handle(request, context);
      edgeContext ??= createEdgeContext([...names, ...CORS_ENV_NAMES]);
      return withCors(request, await handle(request, edgeContext), edgeContext.env);
    },
  };
}
