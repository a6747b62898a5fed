import { Tv } from "lucide-react";
import { useState } from "react";
import { localisedPath } from "#shared/languages.ts";
import { installMessages } from "#shared/messages/devices/install.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { ManualInstallDialog } from "./manual-install-dialog.tsx";
import { tvPlatform } from "./install-rules.domain.ts";

/** First on Home on a television (S4.19 to S4.22). */
export function TvBanner({ userAgent }: { userAgent: string }) {
  const { ministry, language } = useSite();
  const { tv } = useTexts(installMessages);
  const [isManual, setManual] = useState(false);
  const platform = tvPlatform(userAgent);
  if (platform === null) return null;
  return (
    <section
      aria-labelledby="tv-banner-heading"
      className="mt-4 flex flex-wrap items-center gap-4 rounded-card border border-line bg-brand-soft p-5"
    >
      <Tv aria-hidden className="size-12 text-brand" />
      <div className="min-w-0 grow">
        <h2 id="tv-banner-heading" className="text-xl font-bold tracking-tight">
          {tv.title(ministry.name, platform)}
        </h2>
        <p className="mt-1 text-ink-soft">{tv.text}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <button type="button" className={buttonStyle("brand")} onClick={() => setManual(true)}>
          {tv.install}
        </button>
        {/* A separate page, outside of this app. */}
        <a href={localisedPath("/tv", language)} className={buttonStyle("outline")}>
          {tv.open}
        </a>
      </div>
      {isManual && <ManualInstallDialog onClose={() => setManual(false)} />}
    </section>
  );
}
