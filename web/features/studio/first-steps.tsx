import { useQueries } from "@tanstack/react-query";
import {
  type FirstStepsMessages,
  firstStepsMessages,
} from "#shared/messages/studio/first-steps.ts";
import { type DocumentKind, KIND_PERMISSIONS } from "#shared/studio/documents.ts";
import { useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { documentsQuery } from "./kit/documents.data.ts";
import { useClient, useStudio } from "./kit/studio-context.ts";
import { Light, StudioCard } from "./kit/studio-page.tsx";

type Step = {
  name: keyof FirstStepsMessages["steps"];
  /** Done once something of this kind was published. */
  kind: DocumentKind;
  address: string;
};

const STEPS: readonly Step[] = [
  { name: "name", kind: "ministry", address: "/studio/ministry" },
  { name: "channels", kind: "channel", address: "/studio/channels" },
  { name: "lists", kind: "category", address: "/studio/videos" },
  { name: "times", kind: "schedule", address: "/studio/schedule" },
];

/** What a new site still needs, for those who may do all of it; gone once everything is done. */
export function FirstSteps() {
  const texts = useTexts(firstStepsMessages);
  const { can } = useStudio();
  const open = useClient();
  const answers = useQueries({ queries: STEPS.map(({ kind }) => documentsQuery(open, kind)) });
  const steps = STEPS.map((step, index) => ({
    ...step,
    found: answers[index]?.data?.filter(({ body }) => body !== null),
  }));
  const done = steps.filter(({ found }) => found !== undefined && found.length > 0).length;

  const mayAll = STEPS.every(({ kind }) => can(KIND_PERMISSIONS[kind]));
  const isKnown = steps.every(({ found }) => found !== undefined);
  if (!mayAll || !isKnown || done === STEPS.length) return null;
  return (
    <StudioCard
      title={texts.title}
      mark={<span className="text-ink-soft">{texts.progress(done, STEPS.length)}</span>}
    >
      <p className="text-ink-soft">{texts.intro}</p>
      <ul className="mt-2 divide-y divide-line">
        {steps.map(({ name, address, found = [] }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-x-4">
            <Link to={address} className="inline-flex min-h-11 items-center font-medium underline">
              {texts.steps[name]}
            </Link>
            <Light
              tone={found.length > 0 ? "good" : "off"}
              text={found.length > 0 ? texts.done : texts.open}
            />
          </li>
        ))}
      </ul>
    </StudioCard>
  );
}
