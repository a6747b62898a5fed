import {
  firstStepsMessages,
  type FirstStepsMessages,
} from "#shared/messages/studio/first-steps.ts";
import { useTexts, useSite } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { StatusLabel, StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import type { HealthCheck, StudioHealth } from "#shared/studio/health.ts";
import { healthMessages } from "#shared/messages/studio/health.ts";
import { healthText } from "#shared/studio/health-texts.ts";
import { TestMailButton } from "#web/features/studio/health/test-mail-button.tsx";
import { useQueries, useQuery } from "@tanstack/react-query";
import { type DocumentKind, KIND_PERMISSIONS } from "#shared/studio/documents.ts";
import { healthQuery } from "#web/features/studio/health/health.data.ts";
import { documentsQuery } from "#web/features/studio/kit/documents.data.ts";
import { useClient, useStudio } from "#web/features/studio/kit/studio-context.ts";

type StepLineProps = { address: string; text: string; isDone: boolean };

/** Link to a step, with its state. */
function StepLine({ address, text, isDone }: StepLineProps) {
  const { done, open } = useTexts(firstStepsMessages);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 pb-1">
      <Link to={address} className="inline-flex min-h-11 items-center font-medium underline">
        {text}
      </Link>
      <StatusLabel tone={isDone ? "good" : "off"} text={isDone ? done : open} />
    </div>
  );
}

/** Set-up step whose state the server reports. */
export type HealthStep = { name: "mail" | "backups"; check: HealthCheck; isDone: boolean };

/**
 * Returns the set-up steps that the health checks cover. A finished step stays finished when its
 * check fails later. Leaves out mail with an external project, which sends its own.
 */
export function healthStepsOf({ lights, hasAlerts }: StudioHealth): HealthStep[] {
  return lights.flatMap((check): HealthStep[] => {
    if (check.id === "mail" && hasAlerts) {
      return [{ name: "mail", check, isDone: check.text !== "mailFiles" }];
    }
    if (check.id === "backups" && check.text !== "backupsElsewhere") {
      return [{ name: "backups", check, isDone: typeof check.values["at"] === "string" }];
    }
    return [];
  });
}

/** Step for the operator: its state and a hint. */
function HealthStepItem({ name, check, isDone }: HealthStep) {
  const { language, ministry } = useSite();
  const texts = useTexts(firstStepsMessages);
  const { nextStep } = useTexts(healthMessages);
  const { says, next } = healthText(check, ministry.channels, language);
  return (
    <li className="pb-3">
      <StepLine address="/studio/health" text={texts.steps[name]} isDone={isDone} />
      <p className="max-w-prose text-sm text-ink-soft wrap-anywhere">
        <span>{says}</span>
        {next !== null && (
          <span>
            {" "}
            <strong>{nextStep}</strong> <span>{next}</span>
          </span>
        )}
      </p>
      {name === "mail" && (
        <div className="mt-3">
          <TestMailButton />
        </div>
      )}
    </li>
  );
}

type Step = {
  name: keyof FirstStepsMessages["steps"];
  /** The step is done when a document of this kind is published. */
  kind: DocumentKind;
  address: string;
};

const STEPS: readonly Step[] = [
  { name: "name", kind: "ministry", address: "/studio/ministry" },
  { name: "channels", kind: "channel", address: "/studio/channels" },
  { name: "lists", kind: "category", address: "/studio/videos" },
  { name: "times", kind: "schedule", address: "/studio/schedule" },
];

/** Set-up steps of a new site, for staff with all permissions; hidden when all are done. */
export function FirstSteps() {
  return useMayAll() && <Steps />;
}

function useMayAll(): boolean {
  const { can } = useStudio();
  return STEPS.every(({ kind }) => can(KIND_PERMISSIONS[kind])) && can("settings");
}

/** Returns the ids of the health checks that `FirstSteps` shows as steps to do. */
export function useOpenSteps(): readonly string[] {
  const mayAll = useMayAll();
  const { data } = useQuery(healthQuery(useClient()));
  if (!mayAll || !data) return [];
  return healthStepsOf(data).flatMap(({ check, isDone }) => (isDone ? [] : [check.id]));
}

function Steps() {
  const texts = useTexts(firstStepsMessages);
  const open = useClient();
  const queries = useQueries({ queries: STEPS.map(({ kind }) => documentsQuery(open, kind)) });
  const health = useQuery(healthQuery(open));
  const steps = STEPS.map((step, index) => ({
    ...step,
    isDone: queries[index]?.data?.some(({ body }) => body !== null),
  }));
  const healthSteps = health.data ? healthStepsOf(health.data) : [];
  const all = [...steps, ...healthSteps];
  const done = all.filter(({ isDone }) => isDone === true).length;

  const isKnown = steps.every(({ isDone }) => isDone !== undefined) && !health.isPending;
  if (!isKnown || done === all.length) return null;
  return (
    <StudioCard
      title={texts.title}
      mark={<span className="text-ink-soft">{texts.progress(done, all.length)}</span>}
    >
      <p className="text-ink-soft">{texts.intro}</p>
      <ul className="mt-2 divide-y divide-line">
        {steps.map(({ name, address, isDone }) => (
          <li key={name}>
            <StepLine address={address} text={texts.steps[name]} isDone={isDone === true} />
          </li>
        ))}
        {healthSteps.map((step) => (
          <HealthStepItem key={step.name} {...step} />
        ))}
      </ul>
    </StudioCard>
  );
}
