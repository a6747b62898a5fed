import { useIdle } from "#web/lib/use-idle.ts";
import { optional } from "#web/ui/optional.tsx";
import { memo } from "react";
import { clsx } from "clsx";
import { BookOpen, Church, Heart, House, type LucideIcon, Tv } from "lucide-react";
import { useMessages, useSite } from "#web/lib/site.ts";
import { ExternalLink, NavLink } from "#web/ui/link.tsx";
import { Outlet } from "react-router";
import { EarlyClick } from "#web/app/start/early-input.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { NavigationEffects } from "#web/app/navigation/navigation-effects.tsx";

const Deferred = optional(async () => (await import("./deferred.tsx")).Deferred);

/** Renders the deferred parts when the page is loaded and the browser is idle. */
export function DeferredSlot() {
  return useIdle() && <Deferred />;
}

const ITEM =
  "flex min-h-14 flex-col items-center justify-center gap-1 px-1 text-[0.6875rem] leading-none font-semibold whitespace-nowrap";

/** The five items at the bottom of small screens; four for a ministry without a giving page. */
export function BottomBar() {
  const { ministry } = useSite();
  const { shell } = useMessages();
  return (
    <nav
      aria-label={shell.bottomNavigation}
      className="leaving-bar fixed inset-x-0 bottom-0 z-40 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] [--leaves-to:100%] short:static lg:hidden"
    >
      {/* Of fixed widths, so that nothing moves while the page arrives. */}
      <ul className={clsx("flex flex-wrap", ministry.links.give ? "*:basis-1/5" : "*:basis-1/4")}>
        <BarRoute path="/" text={shell.home} Icon={House} />
        <BarRoute path="/live-tv" text={shell.liveTv} Icon={Tv} />
        <BarRoute path="/videos/sermons" text={shell.sermons} Icon={Church} />
        {ministry.links.give !== undefined && (
          <li>
            <ExternalLink href={ministry.links.give} className={clsx(ITEM, "text-ink-soft")}>
              <Heart aria-hidden className="size-5" />
              <span>{shell.give}</span>
            </ExternalLink>
          </li>
        )}
        <BarRoute path="/bible" text={shell.bible} Icon={BookOpen} />
      </ul>
    </nav>
  );
}

function BarRoute({ path, text, Icon }: { path: string; text: string; Icon: LucideIcon }) {
  return (
    <li>
      <NavLink
        to={path}
        className={ITEM}
        activeClassName="text-brand"
        inactiveClassName="text-ink-soft"
      >
        <Icon aria-hidden className="size-5" />
        <span>{text}</span>
      </NavLink>
    </li>
  );
}

/** Memoized: the router renders its routes again when a navigation begins and when it ends. */
export const Layout = memo(function Layout() {
  const { shell } = useMessages();
  return (
    <>
      <a
        href="#main"
        className="sr-only z-50 rounded-full bg-brand px-5 py-3 font-semibold text-on-brand focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {shell.skipToContent}
      </a>
      <NavigationEffects />
      <EarlyClick />
      <Header />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <BottomBar />
      <DeferredSlot />
    </>
  );
});
