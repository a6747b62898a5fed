import type { BibleVersionId } from "#shared/bible/bible-versions.ts";
import type { Config } from "#server/settings/config.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { type CrossReferences, openReferences } from "./cross-references/open-references.ts";
import { createLicensedTexts, type LicensedTexts } from "./licensed-texts.ts";
import type { BibleProvider } from "./provider.ts";
import { createApiBible } from "./providers/api-bible.ts";
import { createDisplayReports, type DisplayReports } from "./providers/display-reports.ts";
import { createEsv } from "./providers/esv.ts";
import { createNlt } from "./providers/nlt.ts";
import type { ProviderDeps } from "./providers/provider-client.ts";
import { createYouVersion } from "./providers/youversion.ts";

type BibleSettings = Pick<
  Config,
  | "BIBLE_CROSS_REFERENCES"
  | "ESV_API_KEY"
  | "ESV_API_BASE"
  | "NLT_API_KEY"
  | "NLT_API_BASE"
  | "API_BIBLE_KEY"
  | "API_BIBLE_BASE"
  | "API_BIBLE_REPORT_BASE"
  | "API_BIBLE_DAILY_CALLS"
  | "YOUVERSION_APP_KEY"
  | "YOUVERSION_API_BASE"
  | "BIBLE_NKJV_PROVIDER"
  | "BIBLE_NIV_PROVIDER"
>;

type Deps = ProviderDeps & { log: Logger; report: ReportFault };

/** Licensed texts and cross-references as configured. */
type BibleProviders = {
  licensed: LicensedTexts;
  references: CrossReferences | null;
};

/** Opens the providers whose keys are set. */
export function openBibleProviders(
  settings: BibleSettings,
  { log, report, ...deps }: Deps,
): BibleProviders {
  const warn = (event: string, fields: object, error: unknown): void => {
    const reason = error instanceof Error ? error.message : "unknown";
    log.warn({ event, ...fields, reason });
  };
  const { BIBLE_CROSS_REFERENCES: tablePath } = settings;
  return {
    licensed: createLicensedTexts({
      providers: providersByVersion(settings, deps),
      reports: openReports(settings, deps, (error) => warn("bible_report_failed", {}, error)),
      now: deps.now,
      onOutcome: (version, error) => report(`bible:${version}`, error?.message ?? null),
    }),
    references:
      tablePath === undefined
        ? null
        : openReferences(tablePath, (problem) => report("bible:cross-references", problem)),
  };
}

function providersByVersion(
  settings: BibleSettings,
  deps: ProviderDeps,
): Map<BibleVersionId, BibleProvider> {
  const { ESV_API_KEY: esvKey, NLT_API_KEY: nltKey } = settings;
  const esv = esvKey ? createEsv(deps, { key: esvKey, base: settings.ESV_API_BASE }) : null;
  const nlt = nltKey ? createNlt(deps, { key: nltKey, base: settings.NLT_API_BASE }) : null;
  const apibible = openApiBible(settings, deps);
  const youversion = openYouVersion(settings, deps);
  const several = { apibible, youversion };
  const choose = (preferred: keyof typeof several | undefined): BibleProvider | null =>
    preferred === undefined ? (apibible ?? youversion) : several[preferred];
  const choices: [BibleVersionId, BibleProvider | null][] = [
    ["nkjv", choose(settings.BIBLE_NKJV_PROVIDER)],
    ["niv", choose(settings.BIBLE_NIV_PROVIDER)],
    ["esv", esv ?? youversion],
    ["nlt", nlt ?? apibible ?? youversion],
  ];
  return new Map(choices.flatMap(([id, found]) => (found ? [[id, found] as const] : [])));
}

function openApiBible(settings: BibleSettings, deps: ProviderDeps): BibleProvider | null {
  const { API_BIBLE_KEY: key, API_BIBLE_BASE: base, API_BIBLE_DAILY_CALLS: dailyCalls } = settings;
  return key ? createApiBible(deps, { key, base, dailyCalls }) : null;
}

function openYouVersion(settings: BibleSettings, deps: ProviderDeps): BibleProvider | null {
  const { YOUVERSION_APP_KEY: key, YOUVERSION_API_BASE: base } = settings;
  return key ? createYouVersion(deps, { key, base }) : null;
}

function openReports(
  settings: BibleSettings,
  deps: ProviderDeps,
  onFailure: (error: unknown) => void,
): DisplayReports | null {
  const { API_BIBLE_KEY: key, API_BIBLE_REPORT_BASE: base } = settings;
  return key ? createDisplayReports({ ...deps, key, base, onFailure }) : null;
}
