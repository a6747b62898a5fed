import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import type { ReactNode } from "react";
import { useNow } from "#web/lib/use-now.ts";
import { ServiceChanges } from "./service-changes.tsx";
import { ServiceMoment } from "./service-moment.tsx";

/** The next service on Home. @param reminder button that turns its reminder on. */
export function NextService({ reminder }: { reminder: ReactNode }) {
  const now = useNow(MINUTE_MS);
  if (now === null) return null;
  return (
    <section
      aria-labelledby="next-service"
      className="flex h-full flex-col justify-center rounded-card border border-line bg-surface p-5 empty:hidden md:h-auto"
    >
      <ServiceMoment now={now} Heading="h2" headingId="next-service" reminder={reminder} />
      <ServiceChanges now={now} />
    </section>
  );
}
