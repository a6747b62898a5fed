import { useQuery } from "@tanstack/react-query";
import { bibleTextsMessages } from "#shared/messages/studio/bible-texts.ts";
import type { StudioTexts } from "#shared/studio/bible-texts.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StatusLabel, StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { useTimeText } from "#web/features/studio/kit/use-time-text.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { offeredTextsQuery } from "./bible-texts.data.ts";
import { useTextFormats } from "./use-text-words.ts";

type ComingText = StudioTexts["coming"][number];
type TextsComingProps = {
  texts: readonly ComingText[];
  onAgain: (serviceId: string) => Promise<void>;
  onCancel: (serviceId: string) => Promise<void>;
};

/** Progress of downloads and reasons of failures; renders nothing without downloads. */
export function TextsComing({ texts, onAgain, onCancel }: TextsComingProps) {
  const { coming } = useTexts(bibleTextsMessages);
  const offered = useQuery(offeredTextsQuery(useSite().api, useClient()));
  const names = new Map(offered.data?.texts.map(({ serviceId, name }) => [serviceId, name]));
  if (texts.length === 0) return null;
  return (
    <StudioCard title={coming.title}>
      <ul className="divide-y divide-line">
        {texts.map((text) => (
          <ComingItem
            key={text.serviceId}
            text={text}
            name={names.get(text.serviceId) ?? text.serviceId}
            onAgain={() => void onAgain(text.serviceId)}
            onCancel={() => void onCancel(text.serviceId)}
          />
        ))}
      </ul>
    </StudioCard>
  );
}

type ComingItemProps = {
  text: ComingText;
  /** Name of the service, or the text's id while it is unknown. */
  name: string;
  onAgain: () => void;
  onCancel: () => void;
};

function ComingItem({ text, name, onAgain, onCancel }: ComingItemProps) {
  const { coming } = useTexts(bibleTextsMessages);
  const formats = useTextFormats();
  const timeText = useTimeText();
  const { done, total, problem, nextAt, isConfigured } = text;
  const progress =
    total === 0 ? coming.begins : coming.progress(formats.number(done), formats.number(total));
  return (
    <li className="stack-3 py-3">
      <h3 className="font-semibold wrap-anywhere">
        <bdi>{name}</bdi>
      </h3>
      {problem !== null && <StatusLabel tone="bad" text={coming.failed[problem]} />}
      <p role="status" className="text-sm text-ink-soft">
        <span>{progress}</span>
        {nextAt !== null && <span>{` ${coming.next(timeText(nextAt))}`}</span>}
      </p>
      {total > 0 && <ProgressBar share={done / total} label={progress} />}
      <div className="flex flex-wrap gap-3">
        {problem !== null && (
          <button
            type="button"
            aria-label={coming.again(name)}
            onClick={onAgain}
            className={buttonStyle("brand")}
          >
            {coming.againLabel}
          </button>
        )}
        {!isConfigured && (
          <button
            type="button"
            aria-label={coming.cancel(name)}
            onClick={onCancel}
            className={buttonStyle("outline")}
          >
            {coming.cancelLabel}
          </button>
        )}
      </div>
    </li>
  );
}
