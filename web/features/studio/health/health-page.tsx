import { healthMessages } from "#shared/messages/studio/health.ts";
import {
  StudioCard,
  StatusLabel,
  StudioPage,
  StudioQuery,
} from "#web/features/studio/kit/studio-page.tsx";
import { useTexts, useSite } from "#web/lib/site.ts";
import { TestMailButton } from "./test-mail-button.tsx";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useClient, useStudio } from "#web/features/studio/kit/studio-context.ts";
import { alertsQuery, setAlert, healthQuery, type ReadHealth } from "./health.data.ts";
import type { HealthCheck } from "#shared/studio/health.ts";
import { healthText } from "#shared/studio/health-texts.ts";
import { useTimeText } from "#web/features/studio/kit/use-time-text.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

/** Explains the mails and sends a test. */
function TestMail({ hasAlerts }: { hasAlerts: boolean }) {
  const { alerts } = useTexts(healthMessages);
  return (
    <StudioCard title={alerts.title}>
      <p className="max-w-prose">{hasAlerts ? alerts.text : alerts.elsewhere}</p>
      {hasAlerts && (
        <div className="mt-4">
          <TestMailButton />
        </div>
      )}
    </StudioCard>
  );
}

/** Switches mail alerts of one check for the current user. */
function AlertSwitch({ check, name }: { check: string; name: string }) {
  const { alerts } = useTexts(healthMessages);
  const { language } = useSite();
  const { user } = useStudio();
  const open = useClient();
  const queryClient = useQueryClient();
  const query = alertsQuery(open);
  const { data: wanted } = useQuery(query);
  const change = useMutation({
    mutationFn: (isWanted: boolean) => setAlert(open, user.id, { check, language, isWanted }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  });
  if (!wanted) return null;
  const isWanted = change.isPending ? change.variables : wanted.includes(check);
  return (
    <div>
      <label className="inline-flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input
          type="checkbox"
          aria-label={alerts.tell(name)}
          checked={isWanted}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.target.checked)}
          className="size-5 accent-brand"
        />
        <span aria-hidden="true">{alerts.short}</span>
      </label>
      {change.isError && (
        <p role="alert" className="text-sm text-danger">
          {alerts.failed}
        </p>
      )}
    </div>
  );
}

/** Larger differences make times on the screen misleading. */
const CLOCK_OFF_SECONDS = 60;

/**
 * Compares the clocks of this device and the server.
 * @param serverNow server time of the response, ISO 8601.
 * @param deviceNow device time of the response.
 */
export function clockCheck(serverNow: string, deviceNow: string): HealthCheck {
  const seconds = Math.round(Math.abs(Date.parse(deviceNow) - Date.parse(serverNow)) / 1_000);
  const isOff = seconds > CLOCK_OFF_SECONDS;
  return {
    id: "clock",
    tone: isOff ? "warn" : "good",
    text: isOff ? "clockOff" : "clockGood",
    values: { seconds },
    since: null,
  };
}

/** Checks without alerts: those that never fail, and mail itself. */
const CHECKS_WITHOUT_ALERT: readonly string[] = ["versions", "clock", "parts", "push", "mail"];
/** The worst first. */
const WORST_FIRST = ["bad", "warn", "good", "off"] as const;

/** Health checks of the site, with text and a next step. */
export function HealthPage() {
  const texts = useTexts(healthMessages);
  const query = useQuery(healthQuery(useClient()));
  const actions = (
    <button
      type="button"
      onClick={() => void query.refetch()}
      disabled={query.isFetching}
      className={buttonStyle("outline")}
    >
      {texts.lookAgain}
    </button>
  );
  return (
    <StudioPage title={texts.title} intro={texts.intro} actions={actions}>
      <StudioQuery query={query}>{(data) => <HealthChecks health={data} />}</StudioQuery>
    </StudioPage>
  );
}

function HealthChecks({ health }: { health: ReadHealth }) {
  const texts = useTexts(healthMessages);
  const timeText = useTimeText();
  const checks = [...health.lights, clockCheck(health.now, health.readAt)];
  const sorted = WORST_FIRST.flatMap((tone) => checks.filter((check) => check.tone === tone));
  return (
    <>
      <p role="status" className="font-semibold">
        {summaryOf(checks, texts.summary)}{" "}
        <span className="font-normal text-ink-soft">{texts.readAt(timeText(health.readAt))}</span>
      </p>
      <ul className="grid gap-5 *:grid xl:grid-cols-2">
        {sorted.map((check) => (
          <li key={check.id} className="min-w-0">
            <HealthCheckCard check={check} hasAlerts={health.hasAlerts} />
          </li>
        ))}
      </ul>
      <TestMail hasAlerts={health.hasAlerts} />
    </>
  );
}

function HealthCheckCard({ check, hasAlerts }: { check: HealthCheck; hasAlerts: boolean }) {
  const texts = useTexts(healthMessages);
  const { ministry, language } = useSite();
  const timeText = useTimeText();
  const { name, says, next } = healthText(check, ministry.channels, language);
  return (
    <StudioCard
      title={name}
      mark={<StatusLabel tone={check.tone} text={texts.tones[check.tone]} />}
    >
      <p className="wrap-anywhere">{says}</p>
      {check.since !== null && (
        <p className="mt-1 text-sm text-ink-soft">{texts.since(timeText(check.since))}</p>
      )}
      {next !== null && (
        <p className="mt-3 rounded-card bg-raised p-3">
          <strong>{texts.nextStep}</strong> {next}
        </p>
      )}
      {hasAlerts && !CHECKS_WITHOUT_ALERT.includes(check.id) && (
        <AlertSwitch check={check.id} name={name} />
      )}
    </StudioCard>
  );
}

type Summary = { good: string; warn: (count: number) => string; bad: (count: number) => string };

function summaryOf(checks: readonly HealthCheck[], texts: Summary): string {
  const countOf = (tone: HealthCheck["tone"]) =>
    checks.filter((check) => check.tone === tone).length;
  const bad = countOf("bad");
  const warn = countOf("warn");
  if (bad > 0) return texts.bad(bad);
  return warn > 0 ? texts.warn(warn) : texts.good;
}
