import { useEffect, useRef, useState } from "react";
import type { EncodingKind } from "#web/features/studio/own-videos/media/encode.ts";

type EncodingState =
  | { phase: "idle" | "impossible" | "failed" }
  | { phase: "running"; share: number };

/** An encoding in this browser. It ends with the page; what it reads stays as it is. */
type Encoding = {
  state: EncodingState;
  /** Encodes a file, or the file at an address. @returns null when there is none; the state says why. */
  run: (kind: EncodingKind, from: Blob | string) => Promise<Blob | null>;
  cancel: () => void;
};

/** One encoding at a time: a new one ends the last. The browser asks before the page is left. */
export function useEncoding(): Encoding {
  const [state, setState] = useState<EncodingState>({ phase: "idle" });
  const stop = useRef<AbortController | null>(null);
  const isRunning = state.phase === "running";

  useEffect(() => () => stop.current?.abort(), []);
  useEffect(() => {
    if (!isRunning) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isRunning]);

  return {
    state,
    async run(kind, from) {
      stop.current?.abort();
      const { signal } = (stop.current = new AbortController());
      const set = (next: EncodingState): void => {
        if (!signal.aborted) setState(next);
      };
      set({ phase: "running", share: 0 });
      try {
        const { encode } = await import("#web/features/studio/own-videos/media/encode.ts");
        const result = await encode(
          kind,
          from,
          (share) => set({ phase: "running", share }),
          signal,
        );
        set({ phase: result.kind === "impossible" ? "impossible" : "idle" });
        return result.kind === "done" && !signal.aborted ? result.file : null;
      } catch {
        set({ phase: "failed" });
        return null;
      }
    },
    cancel() {
      stop.current?.abort();
      setState({ phase: "idle" });
    },
  };
}
