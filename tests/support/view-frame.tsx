import type { QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { basePathOf } from "#shared/languages.ts";
import { App } from "#web/app/app.tsx";
import { createQueryClient } from "#web/lib/http/query-client.ts";
import type { Site } from "#web/lib/site.ts";

type ViewFrame = {
  element: ReactNode;
  queryClient: QueryClient;
  router: ReturnType<typeof createMemoryRouter>;
};

/**
 * Wraps a view in the app's providers: site, texts, query cache and router.
 *
 * @param at path and search without the language prefix
 * @param errorElement is shown when a view throws
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
