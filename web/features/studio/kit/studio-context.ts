import { useLocation } from "react-router";
import type { User } from "@supabase/supabase-js";
import type { UseQueryOptions } from "@tanstack/react-query";
import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import type { Permission } from "#shared/studio/permissions.ts";
import type { Api } from "#web/lib/http/http.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import type { AccountSession } from "#web/lib/session/account-session.ts";

/**
 * Returns the path segments below a page: ["english"] at /studio/channels/english, [] at
 * /studio/channels. Nested routes of the router would enlarge the first page of every visitor.
 */
export function useSubpath(): readonly string[] {
  const { pathname } = useLocation();
  return pathname.split("/").slice(3);
}

/** Components and queries of other features, injected by the studio's route. */
export type StudioDeps = {
  /**
   * Signs the same user in again in place; asks for the second factor when only that is missing.
   */
  SignInAgain: ComponentType<{ email: string }>;
  /** Asks the user for password and second factor in place; closing it changes nothing. */
  Reauthenticate: ComponentType<{ email: string; onVerified: () => void }>;
  /** Sign-in with email and password; stays on its page. */
  SignIn: ComponentType;
  /** Sign-up; calls `onConfirm` when the email must be confirmed first. */
  SignUp: ComponentType<{ onConfirm: (email: string) => void }>;
  /** Sets up a second factor in place. */
  MfaSetup: ComponentType<{ user: User }>;
  /** Query of the live status of all channels. */
  liveQuery: (api: Api) => UseQueryOptions<LiveStatus>;
  /** Language, theme and account in the studio's header. */
  controls: ReactNode;
};

/** Signed-in staff member. */
export type CurrentMember = { permissions: readonly Permission[]; isOwner: boolean; name: string };

export type StudioState = {
  me: CurrentMember;
  can: (permission: Permission) => boolean;
  user: User;
  deps: StudioDeps;
};

const StudioContext = createContext<StudioState | null>(null);

export const StudioProvider = StudioContext.Provider;

/** Returns the staff member and the injected parts. Throws outside of StudioGate. */
export function useStudio(): StudioState {
  const studio = useContext(StudioContext);
  if (!studio) throw new Error("useStudio needs the studio's gate above it");
  return studio;
}

/** Returns a getter of the backend client, which exists in the browser only. */
export function useClient(): () => AccountSession["client"] {
  const openSession = useOpenSession();
  return () => openSession().client;
}
