import { clsx } from "clsx";
import { Ellipsis, type LucideIcon, RadioTower } from "lucide-react";
import { type ReactNode, lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useStore } from "#web/lib/store.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { CrownMark } from "#web/ui/crown-mark.tsx";
import { Link } from "#web/ui/link.tsx";
import { sendingChannel } from "./channels/go-live/sending-channel.ts";
import { useStudio, type StudioDeps } from "./kit/studio-context.ts";
import {
  isOpen,
  MORE_PATH,
  sectionPath,
  STUDIO_SECTIONS,
  type StudioSection,
  TAB_PATHS,
} from "./studio-pages.ts";
import { StudioPage, StudioLoading, StudioTitle } from "./kit/studio-page.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { JOIN_PATH } from "#shared/studio/invitation-url.ts";
import { StudioGate } from "./kit/gate/studio-gate.tsx";
import "./studio.css";

type StudioHeaderProps = {
  /** Language, theme and account. */
  controls: ReactNode;
};

/** Name of the studio, and a link back to the site. */
function StudioHeader({ controls }: StudioHeaderProps) {
  const { ministry } = useSite();
  const texts = useTexts(kitMessages);
  return (
    <header className="border-b border-line bg-surface">
      <div className="page flex min-h-16 flex-wrap items-center gap-x-2">
        <Link
          to="/"
          title={texts.backToSite}
          className="flex min-h-11 items-center gap-2 rounded-lg"
        >
          <CrownMark className="size-8" />
          <span className="font-title font-bold">{ministry.name}</span>
          <span className="sr-only">{texts.backToSite}</span>
        </Link>
        <Link
          to="/studio"
          className="inline-flex min-h-11 items-center font-semibold text-ink-soft"
        >
          {texts.title}
        </Link>
        <div className="ml-auto flex flex-wrap items-center justify-end">{controls}</div>
      </div>
    </header>
  );
}

/** Leads back to the camera of this device, which sends while another page is open. */
function CameraSign() {
  const { camera } = useTexts(kitMessages);
  const channel = useStore(sendingChannel);
  const path = `/studio/channels/${channel}`;
  const { pathname } = useLocation();
  if (channel === null || pathname === path) return null;
  return (
    <div role="status" className="sticky top-0 z-30 border-b border-line bg-brand-soft">
      <Link
        to={path}
        className="page flex min-h-11 items-center gap-2 text-sm font-semibold text-brand"
      >
        <RadioTower aria-hidden className="size-5 shrink-0" />
        {camera}
      </Link>
    </div>
  );
}

/** Returns the pages that the user may see. */
function usePermittedSections(): readonly StudioSection[] {
  const { can } = useStudio();
  return STUDIO_SECTIONS.filter(({ permission }) => permission === null || can(permission));
}

/** Sidebar of wide screens and tab bar of phones, limited to permitted pages. */
function StudioMenu() {
  const texts = useTexts(kitMessages);
  const sections = usePermittedSections();
  const tabs = sections.filter(({ path }) => TAB_PATHS.includes(path));
  const { pathname } = useLocation();
  const isUnderMore = !tabs.some((section) => isOpen(section, pathname));
  return (
    <>
      <nav aria-label={texts.menu} className="hidden lg:block">
        <ul className="sticky top-4 stack-1">
          {sections.map((section) => (
            <li key={section.path}>
              <MenuLink
                section={section}
                className="flex min-h-11 items-center gap-3 rounded-xl px-3 font-medium"
                activeClassName="bg-brand-soft text-brand"
              />
            </li>
          ))}
        </ul>
      </nav>
      <nav
        aria-label={texts.tabs}
        className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] short:static lg:hidden"
      >
        <ul className="flex *:min-w-0 *:flex-1">
          {tabs.map((section) => (
            <li key={section.path}>
              <MenuLink section={section} className={TAB} activeClassName="text-brand" />
            </li>
          ))}
          <li>
            <Link
              to={MORE_PATH}
              aria-current={isUnderMore ? "page" : undefined}
              className={clsx(TAB, isUnderMore ? "text-brand" : "text-ink-soft")}
            >
              <TabFace Icon={Ellipsis} text={texts.more} />
            </Link>
          </li>
        </ul>
      </nav>
    </>
  );
}

const TAB =
  "flex min-h-14 flex-col items-center justify-center gap-1 text-center text-[0.6875rem] leading-none font-semibold tracking-tight";

type MenuLinkProps = { section: StudioSection; className: string; activeClassName: string };

function MenuLink({ section, className, activeClassName }: MenuLinkProps) {
  const { nav } = useTexts(kitMessages);
  const { pathname } = useLocation();
  const isActive = isOpen(section, pathname);
  return (
    <Link
      to={sectionPath(section)}
      aria-current={isActive ? "page" : undefined}
      className={clsx(className, isActive ? activeClassName : "text-ink-soft hover:text-ink")}
    >
      <TabFace Icon={section.Icon} text={nav[section.label]} />
    </Link>
  );
}

function TabFace({ Icon, text }: { Icon: LucideIcon; text: string }) {
  return (
    <>
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="max-w-full truncate">{text}</span>
    </>
  );
}

/** All permitted pages, for phones, whose tabs show four of them. */
function MorePage() {
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
function MissingPage() {
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
      <CameraSign />
      <div className="page grid min-h-[60vh] gap-8 py-6 pb-44 lg:grid-cols-[15rem_minmax(0,1fr)] lg:pb-16">
        {isJoining ? (
          <JoinRoute deps={deps} />
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

/**
 * Outside of the gate: an invited user is not staff yet. The server has neither the token, which is in
 * the hash, nor the time to wait for the page's code.
 */
function JoinRoute({ deps }: { deps: StudioDeps }) {
  const isHydrated = useHydrated();
  return (
    <main id="main" tabIndex={-1} className="lg:col-span-2">
      <StudioTitle />
      <Suspense fallback={<StudioLoading />}>
        {isHydrated ? <JoinPage deps={deps} /> : <StudioLoading />}
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
