import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { JOIN_PATH } from "#shared/studio/invitation-url.ts";
import { useTexts } from "#web/lib/site.ts";
import { StudioGate } from "./kit/gate/studio-gate.tsx";
import type { StudioDeps } from "./kit/studio-context.ts";
import { StudioLoading } from "./kit/studio-page.tsx";
import { MorePage } from "./more-page.tsx";
import { MissingPage } from "./missing-page.tsx";
import { isOpen, MORE_ADDRESS } from "./studio-pages.ts";
import { StudioHeader, StudioMenu, usePermittedParts } from "./studio-frame.tsx";
import "./studio.css";

const JoinPage = lazy(async () => ({ default: (await import("./join/join-page.tsx")).JoinPage }));

/** Where helpers run the ministry: behind its gate one page for each part, each with code of its own. */
export function Studio({ tools }: { tools: StudioDeps }) {
  const { skipToContent } = useTexts(kitMessages);
  const isJoining = useLocation().pathname === JOIN_PATH;
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
        {isJoining ? (
          <Joining tools={tools} />
        ) : (
          <StudioGate tools={tools}>
            <StudioMenu />
            <main id="main" tabIndex={-1} className="min-w-0">
              <Suspense fallback={<StudioLoading />}>
                <Pages />
              </Suspense>
            </main>
          </StudioGate>
        )}
      </div>
    </div>
  );
}

/** Before the gate: whoever was invited may not come in yet. */
function Joining({ tools }: { tools: StudioDeps }) {
  return (
    <main id="main" tabIndex={-1} className="lg:col-span-2">
      <Suspense fallback={<StudioLoading />}>
        <JoinPage tools={tools} />
      </Suspense>
    </main>
  );
}

function Pages() {
  const parts = usePermittedParts();
  const { pathname } = useLocation();
  const found = parts.find((part) => isOpen(part, pathname));
  if (found) return <found.Page />;
  return pathname === MORE_ADDRESS ? <MorePage /> : <MissingPage />;
}
