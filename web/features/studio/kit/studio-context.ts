import type { User } from "@supabase/supabase-js";
import type { UseQueryOptions } from "@tanstack/react-query";
import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import type { Permission } from "#shared/studio/permissions.ts";
import type { Api } from "#web/lib/http/http.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import type { AccountSession } from "#web/lib/session/session.ts";

/** What other parts of the product lend to the studio; its route joins them. */
export type StudioDeps = {
  /** Signs the same member in again, in place; asks for the second step where that is what lacks. */
  SignInAgain: ComponentType<{ email: string }>;
  /** Asks who is signed in for password and second step once more, in place; closing it changes nothing. */
  ProveAgain: ComponentType<{ email: string; onProved: () => void }>;
  /** E-mail address and password, for whoever is not signed in; stays on its page. */
  SignIn: ComponentType;
  /** A new account; `onConfirm` where its address is first to be confirmed by a mail. */
  SignUp: ComponentType<{ onConfirm: (email: string) => void }>;
  /** Sets up a second factor, in place. */
  MfaSetup: ComponentType<{ user: User }>;
  /** What each channel does now. */
  liveQuery: (api: Api) => UseQueryOptions<LiveStatus, Error, LiveStatus, ["live"]>;
  /** Language, theme and account in the studio's header. */
  controls: ReactNode;
};

/** Somebody of the staff. */
export type Me = { permissions: readonly Permission[]; isOwner: boolean; name: string };

export type StudioState = {
  me: Me;
  can: (permission: Permission) => boolean;
  user: User;
  tools: StudioDeps;
};

const StudioContext = createContext<StudioState | null>(null);

export const StudioProvider = StudioContext.Provider;

/** Who is at work and what they may do. Throws outside of the studio's gate. */
export function useStudio(): StudioState {
  const studio = useContext(StudioContext);
  if (!studio) throw new Error("useStudio needs the studio's gate above it");
  return studio;
}

/** The backend client for queries and event handlers; it exists in the browser only. */
export function useClient(): () => AccountSession["client"] {
  const openSession = useOpenSession();
  return () => openSession().client;
}
