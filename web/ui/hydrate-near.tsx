import { type ReactNode, Suspense, use, useDeferredValue, useState } from "react";
import { createHydrationGate, type HydrationGate } from "#web/lib/hydration-gate.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";

/** Returns the ref of the element around a part, and the part's gate. */
export function useHydrationGate(): [watch: HydrationGate["watch"], gate: HydrationGate] {
  const [gate] = useState(createHydrationGate);
  return [gate.watch, gate];
}

type GateProps = {
  gate: HydrationGate;
  /** Takes the space of the part until it renders after a navigation. */
  placeholder?: ReactNode;
  children: ReactNode;
};

/**
 * A part below the first screen. It hydrates when it comes near or is used, or when the browser is
 * idle; until then it is the server's markup, with working links. After a navigation it renders
 * once the rest of its page is shown.
 */
export function HydrateNear(props: GateProps) {
  return (
    <Suspense>
      <Gate {...props} />
    </Suspense>
  );
}

function Gate({ gate, placeholder, children }: GateProps) {
  const isHydrated = useHydrated();
  if (gate.hasWaited(isHydrated)) use(gate.opening);
  return useDeferredValue(true, !isHydrated) ? children : placeholder;
}
