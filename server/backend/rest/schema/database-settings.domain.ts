import { TRANSACTION_ENDS, type RestSettings } from "#server/backend/rest-settings.ts";

/**
 * Settings that stand in the database: `alter role authenticator set pgrst.db_schemas = 'public, api'`,
 * as on Supabase. They go before those of the environment; a value that cannot be read counts as none.
 *
 * @param entries `pgrst.name=value`; of two with one name the later one counts.
 */
export function withDatabaseSettings(
  settings: RestSettings,
  entries: readonly string[],
): RestSettings {
  const values = new Map(
    entries.map((entry) => {
      const [name = "", ...rest] = entry.split("=");
      return [name.replace(/^pgrst\./, ""), rest.join("=").trim()];
    }),
  );
  const [first, ...others] = namesOf(values.get("db_schemas"));
  return {
    schemas: first === undefined ? settings.schemas : [first, ...others],
    extraSearchPath: values.has("db_extra_search_path")
      ? namesOf(values.get("db_extra_search_path"))
      : settings.extraSearchPath,
    aggregates: flagOf(values.get("db_aggregates_enabled")) ?? settings.aggregates,
    plans: flagOf(values.get("db_plan_enabled")) ?? settings.plans,
    transactionEnd:
      TRANSACTION_ENDS.find((end) => end === values.get("db_tx_end")) ?? settings.transactionEnd,
    openApi: openApiModes.find((mode) => mode === values.get("openapi_mode")) ?? settings.openApi,
  };
}

const openApiModes = ["follow-privileges", "ignore-privileges", "disabled"] as const;

function namesOf(list: string | undefined): string[] {
  return (list ?? "")
    .split(",")
    .map((name) => name.trim().replaceAll('"', ""))
    .filter((name) => name !== "");
}

function flagOf(value: string | undefined): boolean | null {
  if (value === undefined) return null;
  if (/^(?:true|on|yes|1)$/i.test(value)) return true;
  return /^(?:false|off|no|0)$/i.test(value) ? false : null;
}
