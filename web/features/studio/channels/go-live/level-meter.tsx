import { useEffect, useRef, useState } from "react";
import { goLiveMessages } from "#shared/messages/studio/go-live.ts";
import { StatusLabel } from "#web/features/studio/kit/studio-page.tsx";
import { useTexts } from "#web/lib/site.ts";

const INTERVAL_MS = 100;
/** Speech close to a microphone is about a tenth of full scale. */
const FULL_RMS = 0.25;
const SILENT_RMS = 0.003;
const SILENT_MS = 4_000;

/** Shows how loud the microphone is, and says when it is silent. */
export function LevelMeter({ stream }: { stream: MediaStream }) {
  const texts = useTexts(goLiveMessages);
  const bar = useRef<HTMLDivElement>(null);
  const [isSilent, setSilent] = useState(false);

  useEffect(() => {
    if (!("AudioContext" in window) || stream.getAudioTracks().length === 0) return undefined;
    const audio = new AudioContext();
    const analyser = audio.createAnalyser();
    audio.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let heardAtMs = performance.now();
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const rms = Math.sqrt(
        samples.reduce((sum, value) => sum + value * value, 0) / samples.length,
      );
      const level = Math.min(1, rms / FULL_RMS);
      if (bar.current) bar.current.style.transform = `scaleX(${level.toFixed(3)})`;
      const nowMs = performance.now();
      if (rms > SILENT_RMS) heardAtMs = nowMs;
      setSilent(nowMs - heardAtMs > SILENT_MS);
    }, INTERVAL_MS);
    return () => {
      clearInterval(timer);
      void audio.close();
    };
  }, [stream]);

  return (
    <div className="stack-2">
      <p className="text-sm font-semibold">{texts.level}</p>
      {/* For the eye: what matters to others is said below. */}
      <div aria-hidden className="h-3 overflow-hidden rounded-full bg-raised">
        <div ref={bar} className="size-full origin-left scale-x-0 bg-brand transition-transform" />
      </div>
      <div role="status" className="empty:hidden">
        {isSilent && <StatusLabel tone="warn" text={texts.silent} />}
      </div>
    </div>
  );
}
