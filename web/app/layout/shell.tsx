import { Outlet } from "react-router";
import { useMessages } from "#web/lib/site.ts";
import { AfterLoadSlot } from "./after-load-slot.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { EarlyClick } from "#web/app/start/early-click.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { NavigationEffects } from "#web/app/navigation/navigation-effects.tsx";

/** What surrounds every page: skip link, header, main landmark, footer and bottom bar. */
export function Shell() {
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
      <AfterLoadSlot />
    </>
  );
}
