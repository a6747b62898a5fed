import type { QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { basePathOf } from "#shared/languages.ts";
import { App } from "#web/app/app.tsx";
import { createQueryClient } from "#web/lib/http/query-client.ts";
import type { Site } from "#web/lib/site.ts";

type ViewFrame = {
  /** The view with what stands around it. */
  element: ReactNode;
  queryClient: QueryClient;
  router: ReturnType<typeof createMemoryRouter>;
};

/**
 * Puts around a view what stands around it in the app: the site and its texts, the query cache and the
 * router.
 *
 * @param at path and search without the language's prefix
 * @param errorElement stands in the place of a view that throws
 */
export function frameView(
  view: ReactNode,
  site: Site,
  at: string,
  errorElement?: ReactNode,
): ViewFrame {
  const queryClient = createQueryClient("browser");
  const basename = basePathOf(site.language);
  const router = createMemoryRouter([{ path: "*", element: view, errorElement }], {
    basename,
    initialEntries: [basename === "/" ? at : `${basename}${at}`],
  });
  const element = (
    <App site={site} queryClient={queryClient}>
      <RouterProvider router={router} />
    </App>
  );
  return { element, queryClient, router };
}
