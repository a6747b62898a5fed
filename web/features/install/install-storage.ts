import * as v from "valibot";
import { storedEntry } from "#web/lib/storage/storage-keys.ts";

/** When the install card was put off last, in milliseconds since the epoch; 0 for never. */
export const INSTALL_PROMPT_DISMISSED = storedEntry(
  "installPromptDismissed",
  v.pipe(v.number(), v.minValue(0)),
  0,
);

/** Whether the app was installed from this browser. */
export const APP_INSTALLED = storedEntry("appInstalled", v.boolean(), false);
