import { WifiOff } from "lucide-react";
import { dataEstimateMessages } from "#shared/messages/devices/data-estimate.ts";
import type { DataEstimate } from "#shared/device/data-estimate.domain.ts";
import { useDataSaver, connection } from "#web/base/data-saver/data-saver.ts";
import { useDataEstimateText } from "#web/base/data-saver/use-data-estimate-text.ts";
import { useTexts } from "#web/lib/site.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { isMetered } from "#shared/device/live-autoplay.domain.ts";
import { STORAGE_KEYS } from "#web/lib/storage/storage-keys.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { buttonStyle } from "./button-style.ts";
import { useNeedsNetwork } from "./needs-network.tsx";

type TapToStartProps = {
  /** Accessible name of the button. */
  label: string;
  price: DataEstimate;
  /** Additional notice before the start; "" for none. */
  notice?: string;
  /** What it does, where it does not play the picture: a symbol and a word. */
  action?: { mark: ReactNode; text: string };
  onTap: () => void;
};

/**
 * A play button for a player that waits for a tap, with the data estimate, or that it needs a
 * connection. The text is at the top and the button at the bottom, where images have the fewest
 * words; the reason is for screen readers only.
 */
export function TapToStart({ label, price, notice = "", action, onTap }: TapToStartProps) {
  const texts = useTexts(dataEstimateMessages);
  const priceText = useDataEstimateText();
  const [savesData] = useDataSaver();
  const needsNetwork = useNeedsNetwork();
  const isOnline = needsNetwork === null;
  const reason = isOnline && savesData && !action ? texts.saverOn : "";
  const hint = needsNetwork ?? sentences(action?.text ?? "", priceText(price), notice);
  return (
    <button
      type="button"
      aria-label={sentences(label, reason, hint)}
      onClick={onTap}
      data-tap
      className="absolute inset-0 flex flex-col items-end justify-between gap-2 p-2 text-left text-xs text-balance text-white sm:text-sm"
    >
      <span className="rounded-lg bg-[#0a0716d9] px-2 py-1">{hint}</span>
      <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-white text-[#17122b] shadow-card sm:size-14">
        {isOnline ? (
          (action?.mark ?? <span aria-hidden className="play-mark ml-1" />)
        ) : (
          <WifiOff aria-hidden className="size-5" />
        )}
      </span>
    </button>
  );
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(". ");
}

type DataSaverPromptProps = {
  price: DataEstimate;
  /** The player that the visitor has requested. */
  children: ReactNode;
};

/**
 * A player behind a question on a metered connection, when the visitor has never set the data
 * saver. It is asked once, and the choice is stored.
 */
export function DataSaverPrompt({ price, children }: DataSaverPromptProps) {
  const [choice] = useStored(STORAGE_KEYS.dataSaver);
  const [savesData, choose] = useDataSaver();
  const mustAsk = choice === "auto" && !savesData && isMetered(connection());
  return mustAsk ? <Question price={price} onAnswer={choose} /> : children;
}

function Question({
  price,
  onAnswer,
}: {
  price: DataEstimate;
  onAnswer: (saves: boolean) => void;
}) {
  const texts = useTexts(dataEstimateMessages);
  const priceText = useDataEstimateText();
  const firstRef = useRef<HTMLButtonElement>(null);
  // The tapped button has been removed, so focus moves here.
  useEffect(() => firstRef.current?.focus(), []);
  return (
    <section
      aria-label={texts.question}
      className="absolute inset-0 flex flex-col items-center justify-center-safe gap-2 overflow-y-auto bg-[#0a0716e6] p-2 text-center text-xs text-balance text-white sm:text-sm"
    >
      <p className="text-base font-semibold">{texts.question}</p>
      <p>
        {priceText(price)}. {texts.questionText}
      </p>
      {/* In one row: a second one would not fit into the picture of the narrowest phones. */}
      <div className="mt-1 flex justify-center gap-2">
        <button
          ref={firstRef}
          type="button"
          onClick={() => onAnswer(true)}
          className={buttonStyle("gold", "max-sm:px-3")}
        >
          {texts.save}
        </button>
        <button
          type="button"
          onClick={() => onAnswer(false)}
          className="inline-flex min-h-11 items-center rounded-full border border-[#fff6] px-4 text-sm font-semibold hover:bg-[#fff3]"
        >
          {texts.asUsual}
        </button>
      </div>
    </section>
  );
}
