import { type ReactNode, Suspense, use, useState } from "react";
import { createHydrationGate, type HydrationGate } from "#web/lib/hydration-gate.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";

/** Returns the ref of the element around a part, and the part's gate. */
export function useHydrationGate(): [watch: HydrationGate["watch"], gate: HydrationGate] {
  const [gate] = useState(createHydrationGate);
  return [gate.watch, gate];
}

type GateProps = { gate: HydrationGate; children: ReactNode };

/**
 * A part that hydrates when it comes near or the page is used. Until then it is the server's markup,
 * with working links. After a navigation it renders at once.
 */
export function HydrateNear(props: GateProps) {
  return (
    <Suspense>
      <Gate {...props} />
    </Suspense>
  );
}

function Gate({ gate, children }: GateProps) {
  const isHydrated = useHydrated();
  if (gate.hasWaited(isHydrated)) use(gate.opening);
  return children;
}
