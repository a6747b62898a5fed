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
  /** With it, the part renders after the rest of a page that was navigated to; it takes its space. */
  placeholder?: ReactNode;
  children: ReactNode;
};

/**
 * A part below the first screen. It hydrates when it comes near or the page is used, or when the
 * browser is idle; until then it is the server's markup, with working links.
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
  const isReady = useDeferredValue(true, !isHydrated || placeholder === undefined);
  return isReady ? children : placeholder;
}
