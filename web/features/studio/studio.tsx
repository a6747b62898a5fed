import { Suspense } from "react";
import { useLocation } from "react-router";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useTexts } from "#web/lib/site.ts";
import { StudioGate } from "./kit/gate/studio-gate.tsx";
import type { StudioTools } from "./kit/studio-context.ts";
import { StudioLoading } from "./kit/studio-page.tsx";
import { MorePage } from "./more-page.tsx";
import { MissingPage } from "./missing-page.tsx";
import { isOpen, MORE_ADDRESS } from "./parts.ts";
import { StudioHeader, StudioMenu, usePermittedParts } from "./studio-frame.tsx";
import "./studio.css";

/** Where helpers run the ministry: behind its gate one page for each part, each with code of its own. */
export function Studio({ tools }: { tools: StudioTools }) {
  const { skipToContent } = useTexts(kitMessages);
  return (
    <div className="studio">
      <a
        href="#main"
        className="sr-only z-50 rounded-full bg-brand px-5 py-3 font-semibold text-on-brand focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {skipToContent}
      </a>
      <StudioHeader controls={tools.controls} />
      <div className="page grid min-h-[60vh] gap-8 py-6 pb-44 lg:grid-cols-[13rem_minmax(0,1fr)] lg:pb-16">
        <StudioGate tools={tools}>
          <StudioMenu />
          <main id="main" tabIndex={-1} className="min-w-0">
            <Suspense fallback={<StudioLoading />}>
              <Pages />
            </Suspense>
          </main>
        </StudioGate>
      </div>
    </div>
  );
}

function Pages() {
  const parts = usePermittedParts();
  const { pathname } = useLocation();
  const found = parts.find((part) => isOpen(part, pathname));
  if (found) return <found.Page />;
  return pathname === MORE_ADDRESS ? <MorePage /> : <MissingPage />;
}
