import { useHref, useLocation } from "react-router";
import { Announcements } from "#web/features/announcements/announcements.tsx";
import { InstallCard } from "#web/features/install/install-card.tsx";
import { useIsOnline } from "#web/features/offline/connection.ts";
import { LanguageOffer } from "#web/features/language/language-offer.tsx";
import { OfflineBanner } from "#web/features/offline/offline-banner.tsx";
import { useServiceWorker } from "#web/features/offline/use-service-worker.ts";
import { useLiveNews } from "#web/features/live/use-live-news.ts";
import { useWelcome } from "#web/features/notifications/use-welcome.ts";
import { SearchLauncher } from "#web/features/search/search-launcher.tsx";
import { isPhoneApp, useSite } from "#web/lib/site.ts";
import { useAddressIn } from "./use-localized-path.ts";
import { useSync } from "./use-sync.ts";
import { PreviewBand } from "./preview-band.tsx";
import { useSiteNews } from "./use-site-news.ts";
import { useCountVisits } from "./use-count-visits.ts";
import { AutoHideBars } from "./leaving-bars.tsx";
import "./after-load.css";

/** What comes to every page after it has loaded; on paper, where it is from. */
export function AfterLoad() {
  const location = useLocation();
  const addressIn = useAddressIn();
  const site = useSite();
  const isInPackage = isPhoneApp(site);
  const href = useHref(location);
  useServiceWorker(href);
  useWelcome();
  useLiveNews();
  useSiteNews();
  useCountVisits(href);
  useSync();
  // Without a connection nothing can be installed.
  const isOnline = useIsOnline();
  return (
    <>
      <Announcements />
      <OfflineBanner />
      {site.preview && <PreviewBand />}
      <SearchLauncher />
      {!isInPackage && <LanguageOffer addressIn={addressIn} />}
      <AutoHideBars />
      <p data-source className="hidden p-4 text-sm print:block">
        {site.ministry.name} · {site.siteUrl}
        {href}
      </p>
      {!isInPackage && <InstallCard isHidden={location.pathname !== "/" || !isOnline} />}
    </>
  );
}
