import { expect, it } from "vitest";
import { REST_DEFAULTS } from "#server/backend/rest-settings.ts";
import { withDatabaseSettings } from "./catalog.ts";

it("settings of the database go before those of the environment, the last of two counts", () => {
  const entries = [
    "pgrst.db_schemas=public",
    'pgrst.db_schemas=api, "My Own"',
    "pgrst.db_extra_search_path=",
    "pgrst.db_aggregates_enabled=true",
    "pgrst.db_plan_enabled=on",
    "pgrst.db_tx_end=rollback-allow-override",
    "pgrst.openapi_mode=disabled",
    "pgrst.db_max_rows=5",
  ];
  expect(withDatabaseSettings(REST_DEFAULTS, entries)).toEqual({
    schemas: ["api", "My Own"],
    extraSearchPath: [],
    aggregates: true,
    plans: true,
    transactionEnd: "rollback-allow-override",
    openApi: "disabled",
  });
});

it("what cannot be read counts as nothing", () => {
  const entries = [
    "pgrst.db_schemas= , ",
    "pgrst.db_aggregates_enabled=perhaps",
    "pgrst.db_tx_end=never",
    "pgrst.openapi_mode=",
    "nonsense",
  ];
  expect(withDatabaseSettings(REST_DEFAULTS, entries)).toEqual(REST_DEFAULTS);
});
