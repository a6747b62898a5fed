import { firstStepsMessages } from "#shared/messages/studio/first-steps.ts";
import { healthMessages } from "#shared/messages/studio/health.ts";
import { healthText } from "#shared/studio/health-texts.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { TestMailButton } from "#web/features/studio/health/test-mail-button.tsx";
import type { HealthStep } from "./health-steps.domain.ts";
import { StepLine } from "./step-line.tsx";

/** Step for the operator: its state and a hint. */
export function HealthStepItem({ name, check, isDone }: HealthStep) {
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
