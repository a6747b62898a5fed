import type { ReportFault } from "./fault-registry.ts";
import { messageOf } from "./start-error.ts";

/** Reports success or failure of a component's work. The returned promise never rejects. */
export function reportOutcome(
  report: ReportFault,
  component: string,
  work: Promise<void>,
): Promise<void> {
  return work.then(
    () => report(component, null),
    (error: unknown) => report(component, messageOf(error)),
  );
}
