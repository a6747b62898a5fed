import { useQuery } from "@tanstack/react-query";
import { healthMessages } from "#shared/messages/studio/health.ts";
import { todayMessages } from "#shared/messages/studio/today.ts";
import type { HealthCheck as LightState } from "#shared/studio/health.ts";
import { healthText } from "#shared/studio/health-texts.ts";
import { healthQuery } from "#web/features/studio/health/health.data.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StatusLabel, StudioCard, StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";

/** Health checks that need attention, with a link to all of them. */
export function HealthCard() {
  const { lights: texts } = useTexts(todayMessages);
  const query = useQuery(healthQuery(useClient()));
  return (
    <StudioCard title={texts.title}>
      <StudioQuery query={query}>{(data) => <FailingChecks lights={data.lights} />}</StudioQuery>
      <Link to="/studio/health" className={buttonStyle("outline", "mt-4")}>
        {texts.more}
      </Link>
    </StudioCard>
  );
}

function FailingChecks({ lights }: { lights: readonly LightState[] }) {
  const { ministry, language } = useSite();
  const { lights: texts } = useTexts(todayMessages);
  const { nextStep } = useTexts(healthMessages);
  const needy = lights.filter(({ tone }) => tone === "bad" || tone === "warn");
  return (
    <ul className="stack-3">
      {needy.map((check) => {
        const { name, says, next } = healthText(check, ministry.channels, language);
        return (
          <li key={check.id}>
            <StatusLabel tone={check.tone} text={`${name} · ${says}`} />
            {next !== null && (
              <p className="mt-1 text-sm text-ink-soft">
                <strong>{nextStep}</strong> {next}
              </p>
            )}
          </li>
        );
      })}
      <li>
        <StatusLabel tone="good" text={texts.well} />
      </li>
    </ul>
  );
}
