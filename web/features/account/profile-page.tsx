import type { User } from "@supabase/supabase-js";
import { profileMessages } from "#shared/messages/account/profile.ts";
import { useMessages, useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useStoredSession } from "#web/lib/session/use-session.ts";
import { optional } from "#web/ui/optional.tsx";
import { profileQuery } from "./profile.data.ts";
import { ProfileLoading } from "./profile-loading.tsx";
import { type ProfileAction, ProfileView } from "./profile-view.tsx";
import type { SecurityView } from "./security/security-sections.tsx";

const ProfileDialog = optional(async () => (await import("./profile-dialogs.tsx")).ProfileDialog);

type ProfilePageProps = {
  onSignOut: () => void;
  /** Rendered above "Your data". */
  Security?: ComponentType<SecurityView>;
};

/**
 * Profile of the signed-in user. Without a user it leads to /auth; an open dialog asks to sign in
 * again instead, so that no input is lost.
 */
export function ProfilePage({ onSignOut, Security }: ProfilePageProps) {
  const session = useStoredSession();
  const navigate = useNavigate();
  const [user, setUser] = useState<User | null>(null);
  const [dialog, setDialog] = useState<ProfileAction | null>(null);
  const isSignedOut = session.status === "signed-out" || session.status === "second-step";
  const [isSecurityOpen, setSecurityOpen] = useState(false);
  const isLeaving = isSignedOut && dialog === null && !isSecurityOpen;

  if (session.status === "signed-in" && session.user !== user) {
    // Another user signed in in another tab: close what the previous user had open.
    if (user !== null && user.id !== session.user.id) {
      setDialog(null);
      setSecurityOpen(false);
    }
    setUser(session.user);
  }

  useEffect(() => {
    if (isLeaving) void navigate("/auth", { replace: true });
  }, [isLeaving, navigate]);

  if (user === null || isLeaving) return <ProfileLoading />;
  return (
    <MemberPage
      key={user.id}
      user={user}
      dialog={dialog}
      isSignedOut={isSignedOut}
      onDialog={setDialog}
      onSignOut={onSignOut}
    >
      {Security && (
        <Security user={user} isSignedOut={isSignedOut} onOpenChange={setSecurityOpen} />
      )}
    </MemberPage>
  );
}

type MemberPageProps = {
  user: User;
  dialog: ProfileAction | null;
  isSignedOut: boolean;
  onDialog: (dialog: ProfileAction | null) => void;
  onSignOut: () => void;
  children: ReactNode;
};

function MemberPage(props: MemberPageProps) {
  const { user, dialog, isSignedOut, onDialog, onSignOut, children } = props;
  const { data: profile, isError, refetch } = useQuery(profileQuery(useSite(), user.id));
  // A loaded profile stays on the screen when a refetch fails.
  if (!profile)
    return isError ? <ProfileFailed onRetry={() => void refetch()} /> : <ProfileLoading />;
  return (
    <>
      <ProfileView user={user} profile={profile} onChoose={onDialog} onSignOut={onSignOut}>
        {children}
      </ProfileView>
      {dialog && (
        <ProfileDialog
          dialog={dialog}
          user={user}
          profile={profile}
          isSignedOut={isSignedOut}
          onClose={() => onDialog(null)}
        />
      )}
    </>
  );
}

function ProfileFailed({ onRetry }: { onRetry: () => void }) {
  const { errors } = useMessages();
  const { loadFailed, title } = useTexts(profileMessages);
  return (
    <div className="page max-w-3xl pt-8 pb-6 lg:pt-12">
      <h1 tabIndex={-1} className="text-3xl font-extrabold tracking-tight sm:text-4xl">
        {title}
      </h1>
      <p role="alert" className="mt-6 rounded-card bg-danger-soft p-4 text-danger">
        {loadFailed}
      </p>
      <button type="button" onClick={onRetry} className={buttonStyle("brand", "mt-4")}>
        {errors.tryAgain}
      </button>
    </div>
  );
}
