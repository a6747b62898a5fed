import { useId, useState } from "react";
import { MEGABYTE_BYTES } from "#shared/device/data-estimate.domain.ts";
import { LIMIT_MB, monthOf } from "#shared/device/data-usage.domain.ts";
import { dataText } from "#shared/device/format-data-size.ts";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { dataUseMessages } from "#shared/messages/devices/data-use.ts";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { DATA_LIMIT, DATA_USE } from "#web/base/data-saver/data-usage.ts";
import { useMessages, useSite, useTexts } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { Switch } from "#web/ui/switch.tsx";

const ROW = "min-h-11 w-full justify-between text-left font-medium text-ink";

/** Data that players used this month, and the settings that reduce it. */
export function DataPanel() {
  const texts = useTexts(dataUseMessages);
  const { footer } = useMessages();
  const { language } = useSite();
  const [savesData, choose] = useDataSaver();
  const [limitMb, setLimitMb] = useStored(DATA_LIMIT);
  const id = useId();
  return (
    <section aria-labelledby={id} className="text-sm text-ink-soft">
      <h2 id={id} className="text-lg font-bold text-ink">
        {texts.title}
      </h2>
      <Use />
      <Switch isOn={savesData} onTurn={choose} className={ROW} describedBy={`${id}-saver`}>
        {footer.dataSaver}
      </Switch>
      <p id={`${id}-saver`}>{texts.saverHint}</p>
      <Switch
        isOn={limitMb !== null}
        onTurn={(isOn) => setLimitMb(isOn ? LIMIT_MB : null)}
        className={ROW}
        describedBy={`${id}-limit`}
      >
        {texts.limit(dataText((limitMb ?? LIMIT_MB) * MEGABYTE_BYTES, language))}
      </Switch>
      <p id={`${id}-limit`}>{texts.limitHint}</p>
    </section>
  );
}

/**
 * Usage of this month, and of the previous one if there is any. The browser determines the month,
 * because pages are cached for longer.
 */
function Use() {
  const texts = useTexts(dataUseMessages);
  const { language } = useSite();
  const [use] = useStored(DATA_USE);
  const isHydrated = useHydrated();
  const [now] = useState(() => new Date());
  const used = (moment: Date) => ({
    bytes: use[monthOf(moment)] ?? 0,
    name: moment.toLocaleDateString(LANGUAGE_FACTS[language].locale, { month: "long" }),
  });
  const thisMonth = used(now);
  const lastMonth = used(new Date(now.getFullYear(), now.getMonth() - 1));
  return (
    <>
      <p data-meter className="mt-1 min-h-6 text-base text-ink">
        {isHydrated && (
          <span>{texts.used(dataText(thisMonth.bytes, language), thisMonth.name)}</span>
        )}
        {isHydrated && lastMonth.bytes > 0 && (
          <span className="block text-sm text-ink-soft">
            {texts.used(dataText(lastMonth.bytes, language), lastMonth.name)}
          </span>
        )}
      </p>
      <p className="mt-1 mb-2">{texts.note}</p>
    </>
  );
}
