import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { StudioPage, StudioLoading } from "./kit/studio-page.tsx";
import { sectionPath, isOpen, MORE_PATH } from "./studio-pages.ts";
import { usePermittedSections, StudioHeader, StudioMenu } from "./studio-frame.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { JOIN_PATH } from "#shared/studio/invitation-url.ts";
import { StudioGate } from "./kit/gate/studio-gate.tsx";
import type { StudioDeps } from "./kit/studio-context.ts";
import "./studio.css";

/** All permitted pages, for phones, whose tabs show four of them. */
export function MorePage() {
  const { more, moreText, nav } = useTexts(kitMessages);
  return (
    <StudioPage title={more} intro={moreText}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {usePermittedSections().map((section) => (
          <li key={section.path}>
            <Link
              to={sectionPath(section)}
              className="flex min-h-14 items-center gap-3 rounded-card border border-line bg-surface p-4 font-semibold shadow-card hover:bg-raised"
            >
              <section.Icon aria-hidden className="size-5 shrink-0 text-brand" />
              {nav[section.label]}
            </Link>
          </li>
        ))}
      </ul>
    </StudioPage>
  );
}

/** For unknown paths and pages without the permission. */
export function MissingPage() {
  const { missing } = useTexts(kitMessages);
  return (
    <StudioPage title={missing.title} intro={missing.text}>
      <Link to="/studio" className={buttonStyle("brand")}>
        {missing.action}
      </Link>
    </StudioPage>
  );
}

const JoinPage = lazy(async () => ({ default: (await import("./join/join-page.tsx")).JoinPage }));

/** Studio of the staff: one lazy page for each part, behind StudioGate. */
export function Studio({ deps }: { deps: StudioDeps }) {
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
      <StudioHeader controls={deps.controls} />
      <div className="page grid min-h-[60vh] gap-8 py-6 pb-44 lg:grid-cols-[13rem_minmax(0,1fr)] lg:pb-16">
        {isJoining ? (
          <Joining deps={deps} />
        ) : (
          <StudioGate deps={deps}>
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

/** Outside of the gate: an invited user is not staff yet. */
function Joining({ deps }: { deps: StudioDeps }) {
  return (
    <main id="main" tabIndex={-1} className="lg:col-span-2">
      <Suspense fallback={<StudioLoading />}>
        <JoinPage deps={deps} />
      </Suspense>
    </main>
  );
}

function Pages() {
  const sections = usePermittedSections();
  const { pathname } = useLocation();
  const found = sections.find((section) => isOpen(section, pathname));
  if (found) return <found.Page />;
  return pathname === MORE_PATH ? <MorePage /> : <MissingPage />;
}
