import { useQueries, useQuery } from "@tanstack/react-query";
import {
  type FirstStepsMessages,
  firstStepsMessages,
} from "#shared/messages/studio/first-steps.ts";
import { type DocumentKind, KIND_PERMISSIONS } from "#shared/studio/documents.ts";
import { useTexts } from "#web/lib/site.ts";
import { healthQuery } from "#web/features/studio/health/health.data.ts";
import { documentsQuery } from "#web/features/studio/kit/documents.data.ts";
import { useClient, useStudio } from "#web/features/studio/kit/studio-context.ts";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { HealthStepItem } from "./health-step-item.tsx";
import { healthStepsOf } from "./health-steps.domain.ts";
import { StepLine } from "./step-line.tsx";

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
  const { can } = useStudio();
  const mayAll = STEPS.every(({ kind }) => can(KIND_PERMISSIONS[kind])) && can("settings");
  return mayAll && <Steps />;
}

function Steps() {
  const texts = useTexts(firstStepsMessages);
  const open = useClient();
  const answers = useQueries({ queries: STEPS.map(({ kind }) => documentsQuery(open, kind)) });
  const health = useQuery(healthQuery(open));
  const steps = STEPS.map((step, index) => ({
    ...step,
    isDone: answers[index]?.data?.some(({ body }) => body !== null),
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
