import type { Factor } from "@supabase/supabase-js";
import type { Passkey } from "./passkeys.data.ts";

/** Dialogs of the security sections. */
export type SecurityDialog =
  | { kind: "add-app" }
  | { kind: "remove-proof"; factor: Factor }
  | { kind: "new-codes" }
  | { kind: "codes"; codes: readonly string[] }
  | { kind: "rename-passkey"; passkey: Passkey }
  | { kind: "remove-passkey"; passkey: Passkey };
