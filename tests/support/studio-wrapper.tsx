import type { User } from "@supabase/supabase-js";
import type { ReactNode } from "react";
import { PERMISSIONS, type Permission } from "#shared/studio/permissions.ts";
import { Reauthenticate, SignInAgain } from "#web/features/account/reauthentication.tsx";
import { SignInForm, SignUpForm } from "#web/features/account/sign-in-forms.tsx";
import { MfaSetup } from "#web/features/account/security/security-sections.tsx";
import { liveQuery } from "#web/features/live/live.data.ts";
import { StudioProvider, type StudioDeps } from "#web/features/studio/kit/studio-context.ts";
import { ReauthenticationProvider } from "#web/features/studio/kit/reauthentication.tsx";
import { openSession } from "#web/lib/session/session.ts";
import { useSite } from "#web/lib/site.ts";
import "#web/features/studio/studio.css";
import { MEMBER } from "./member.ts";

/** Dependencies of the studio's route, without a header. */
export const STUDIO_TOOLS: StudioDeps = {
  SignInAgain,
  Reauthenticate,
  SignIn: SignInForm,
  SignUp: SignUpForm,
  MfaSetup,
  liveQuery,
  controls: null,
};

type InStudioProps = {
  tools?: StudioDeps;
  /** Default: those of an owner. */
  permissions?: readonly Permission[];
  user?: User;
  children: ReactNode;
};

/** Wraps a page of the studio in its gate, with the member as a staff member. */
export function InStudio({
  permissions = PERMISSIONS,
  user = MEMBER,
  tools = STUDIO_TOOLS,
  children,
}: InStudioProps) {
  // The gate shows its parts only with a session.
  openSession(useSite());
  return (
    <StudioProvider
      value={{
        me: {
          permissions,
          isOwner: permissions.length === PERMISSIONS.length,
          name: "Ruth Moyo",
        },
        can: (permission) => permissions.includes(permission),
        user,
        deps: tools,
      }}
    >
      <div className="studio">
        <ReauthenticationProvider>{children}</ReauthenticationProvider>
      </div>
    </StudioProvider>
  );
}
