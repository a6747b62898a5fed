import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Site, SiteProvider, useRenewedSite } from "#web/lib/site.ts";

type AppProps = { site: Site; queryClient: QueryClient; children: ReactNode };

/** Providers around the router, identical on server and browser. */
export function App({ site, queryClient, children }: AppProps) {
  return (
    <SiteProvider value={useRenewedSite(site)}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </SiteProvider>
  );
}
