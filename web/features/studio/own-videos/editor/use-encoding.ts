import { useEffect, useRef, useState } from "react";
import type { EncodingKind } from "#web/features/studio/own-videos/media/encode.ts";

type EncodingState =
  | { phase: "idle" | "impossible" | "failed" }
  | { phase: "running"; share: number };

/** An encoding in this browser. It ends with the page. */
type Encoding = {
  state: EncodingState;
  /** Encodes a file, or the file at an address. @returns null when it failed or was cancelled. */
  run: (kind: EncodingKind, from: Blob | string) => Promise<Blob | null>;
  cancel: () => void;
};

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
      const { signal } = (stop.current = new AbortController());
      setState({ phase: "running", share: 0 });
      try {
        const { canEncode, encode } =
          await import("#web/features/studio/own-videos/media/encode.ts");
        if (!(await canEncode(kind))) {
          setState({ phase: "impossible" });
          return null;
        }
        const made = await encode(
          kind,
          from,
          (share) => !signal.aborted && setState({ phase: "running", share }),
          signal,
        );
        setState({ phase: "idle" });
        return made;
      } catch {
        setState({ phase: signal.aborted ? "idle" : "failed" });
        return null;
      }
    },
    cancel() {
      stop.current?.abort();
      setState({ phase: "idle" });
    },
  };
}
