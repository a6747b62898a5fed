import type { Hono } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import {
  deletePasskey,
  deleteUsersPasskey,
  listPasskeys,
  listUsersPasskeys,
  renamePasskey,
} from "./manage-passkeys.ts";
import { keepPasskey, startPasskey } from "./register-passkey.ts";
import { askForPasskey, signInWithPasskey } from "./sign-in-with-passkey.ts";

/** Everything by which keys of authenticators sign in by themselves. */
export function addPasskeyRoutes(app: Hono<BackendEnv>, parts: AuthDeps): void {
  app.post("/passkeys/registration/options", startPasskey(parts));
  app.post("/passkeys/registration/verify", keepPasskey(parts));
  app.post("/passkeys/authentication/options", askForPasskey(parts));
  app.post("/passkeys/authentication/verify", signInWithPasskey(parts));
  app.get("/passkeys", listPasskeys(parts));
  app.patch("/passkeys/:passkey", renamePasskey(parts));
  app.delete("/passkeys/:passkey", deletePasskey(parts));
  app.get("/admin/users/:id/passkeys", listUsersPasskeys(parts));
  app.delete("/admin/users/:id/passkeys/:passkey", deleteUsersPasskey(parts));
}
