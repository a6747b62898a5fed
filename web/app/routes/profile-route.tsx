import { lazy, Suspense, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { profileMessages } from "#shared/messages/account/profile.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { ProfileLoading } from "#web/features/account/profile-loading.tsx";
import { DataPanel } from "#web/features/data-saver/data-panel.tsx";
import { useNeedsSession } from "#web/lib/session/needs-session.ts";
import { useStoredSession } from "#web/lib/session/use-session.ts";
import { useTexts } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { useWasUsed } from "#web/lib/use-was-used.ts";
import { optional } from "#web/ui/optional.tsx";

const StudioEntry = optional(
  async () => (await import("#web/features/studio/studio-entry.tsx")).StudioEntry,
);

const ProfileMember = lazy(async () => ({
  default: (await import("./profile-member.tsx")).ProfileMember,
}));

/** A visitor is led to /auth before anything of a member's profile loads. */
export function Component() {
  const texts = useTexts(profileMessages);
  const needsSession = useNeedsSession();
  // It asks the backend client, and stands at the end of the page.
  const wasUsed = useWasUsed(false);
  return (
    <>
      <PageHead title={texts.title} description={texts.description} isHidden />
      <Profile />
      <div className="page max-w-3xl stack-6 pb-16">
        {needsSession && wasUsed && <StudioEntry />}
        <div className="rounded-card border border-line bg-surface p-5 sm:p-7">
          <DataPanel />
        </div>
      </div>
    </>
  );
}

function Profile() {
  const { status } = useStoredSession();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const [isMember, setMember] = useState(false);
  // Once open it stays: its dialogs ask a user whose session has ended to sign in again.
  if (isHydrated && status !== "signed-out" && !isMember) setMember(true);
  const isVisitor = isHydrated && status === "signed-out" && !isMember;

  useEffect(() => {
    if (isVisitor) void navigate("/auth", { replace: true });
  }, [isVisitor, navigate]);

  if (!isMember) return <ProfileLoading />;
  return (
    <Suspense fallback={<ProfileLoading />}>
      <ProfileMember />
    </Suspense>
  );
}
