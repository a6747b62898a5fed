import type { User } from "@supabase/supabase-js";
import { useEffect, type ReactNode, useState } from "react";
import { HOUR_MS, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { hasSecondFactor } from "#web/lib/session/assurance.ts";
import { useOpenSession, useSession } from "#web/lib/session/use-session.ts";
import { useTexts } from "#web/lib/site.ts";
import { readStored, writeStored } from "#web/lib/storage/storage.ts";
import { LAST_STUDIO_ACTION } from "#web/features/studio/kit/draft/drafts.data.ts";
import { useStudioToast } from "#web/features/studio/kit/use-publish-action.ts";
import { useQuery } from "@tanstack/react-query";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Link } from "#web/ui/link.tsx";
import { currentMemberQuery, type StudioMember } from "./current-member.data.ts";
import {
  StudioProvider,
  type StudioDeps,
  useClient,
} from "#web/features/studio/kit/studio-context.ts";
import { ReauthenticationProvider } from "#web/features/studio/kit/reauthentication.tsx";
import { StudioFailed, StudioLoading, StudioTitle } from "#web/features/studio/kit/studio-page.tsx";

/** Time without an action after which staff are signed out on this device. */
const IDLE_LIMIT_MS = 12 * HOUR_MS;
const ACTIVITY_EVENTS = ["pointerdown", "keydown"] as const;

/**
 * Signs the user out when the studio is idle too long, also when it is reopened later. Signing in
 * counts as an action.
 */
function useIdleEnd(user: User): void {
  const openSession = useOpenSession();
  const toast = useStudioToast();
  const { gate } = useTexts(kitMessages);

  useEffect(() => {
    const signedInAt = Date.parse(user.last_sign_in_at ?? "") || 0;
    let notedAt = 0;

    function note(): void {
      if (Date.now() - notedAt < MINUTE_MS) return;
      notedAt = Date.now();
      writeStored(LAST_STUDIO_ACTION, new Date(notedAt).toISOString());
    }
    function endIfIdle(): boolean {
      const actionAt = Date.parse(readStored(LAST_STUDIO_ACTION) ?? "") || Date.now();
      const isOver = Date.now() - Math.max(actionAt, signedInAt) > IDLE_LIMIT_MS;
      if (isOver) {
        void openSession().leave("local");
        toast({ tone: "done", title: gate.idleTitle, text: gate.idleText });
      }
      return isOver;
    }

    if (endIfIdle()) return;
    note();
    const timer = setInterval(endIfIdle, MINUTE_MS);
    for (const sign of ACTIVITY_EVENTS) document.addEventListener(sign, note);
    return () => {
      clearInterval(timer);
      for (const sign of ACTIVITY_EVENTS) document.removeEventListener(sign, note);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the callbacks change with each render and behave alike
  }, [user.id, user.last_sign_in_at]);
}

type StudioGateProps = { deps: StudioDeps; children: ReactNode };

/**
 * Admits staff only. When a session ends, it asks to sign in again in place: the page behind stays
 * with its input.
 */
export function StudioGate({ deps, children }: StudioGateProps) {
  const { gate } = useTexts(kitMessages);
  const session = useSession();
  const [user, setUser] = useState<User | null>(null);
  const hasLeft = session.status === "signed-out" && session.wasEnded !== true;

  if (session.status === "signed-in" && session.user !== user) setUser(session.user);
  if (hasLeft && user !== null) setUser(null);

  if (user !== null && !hasLeft) {
    const isEnded = session.status === "signed-out" || session.status === "second-step";
    return (
      <Permitted key={user.id} user={user} deps={deps}>
        {children}
        {isEnded && <EndedDialog user={user} deps={deps} />}
      </Permitted>
    );
  }
  switch (session.status) {
    case "second-step":
      return (
        <GateCard title={gate.stepTitle} text={gate.factorText}>
          <deps.SignInAgain email={session.user.email ?? ""} />
        </GateCard>
      );
    case "signed-out":
      return (
        <GateCard title={gate.signInTitle} text={gate.signInText}>
          <Link to="/auth" className={buttonStyle("brand")}>
            {gate.signIn}
          </Link>
        </GateCard>
      );
    case "loading":
    case "signed-in":
      return (
        <GateMain>
          <StudioLoading />
        </GateMain>
      );
  }
}

type PermittedProps = { user: User; deps: StudioDeps; children: ReactNode };

function Permitted({ user, deps, children }: PermittedProps) {
  const { gate } = useTexts(kitMessages);
  const query = useQuery(currentMemberQuery(useClient(), user.id));
  const [isSettingUp, setSettingUp] = useState(false);
  useIdleEnd(user);
  // Loaded data stays on the screen when a refetch fails.
  if (!query.data) {
    return (
      <GateMain>
        {query.isError ? <StudioFailed onRetry={() => void query.refetch()} /> : <StudioLoading />}
      </GateMain>
    );
  }
  const me: StudioMember = query.data;
  if (me.needsSecondStep && me.permissions.length === 0 && !isSettingUp) setSettingUp(true);
  // Stays until the user goes on, because it shows recovery codes only once.
  if (isSettingUp) {
    return (
      <SetUpSecondFactor
        user={user}
        deps={deps}
        onDone={async () => {
          await query.refetch();
          setSettingUp(false);
        }}
      />
    );
  }
  if (me.permissions.length > 0) {
    const can = (permission: StudioMember["permissions"][number]): boolean =>
      me.permissions.includes(permission);
    return (
      <StudioProvider value={{ me, can, user, deps }}>
        <ReauthenticationProvider>{children}</ReauthenticationProvider>
      </StudioProvider>
    );
  }
  return <GateCard title={gate.noRightsTitle} text={gate.noRightsText(user.email ?? "")} />;
}

type SetUpProps = { user: User; deps: StudioDeps; onDone: () => Promise<void> };

/** Sets up the second factor that the user's permissions require. */
function SetUpSecondFactor({ user, deps, onDone }: SetUpProps) {
  const { gate, card } = useTexts(kitMessages);
  const isSetUp = hasSecondFactor(user);
  return (
    <GateCard
      title={gate.stepTitle}
      text={isSetUp ? gate.stepDone : gate.stepText}
      below={<deps.MfaSetup user={user} />}
    >
      {isSetUp && (
        <button type="button" onClick={() => void onDone()} className={buttonStyle("brand")}>
          {card.open}
        </button>
      )}
    </GateCard>
  );
}

type GateCardProps = { title: string; text: string; children?: ReactNode; below?: ReactNode };

function GateCard({ title, text, children, below }: GateCardProps) {
  return (
    <GateMain>
      <div className="mx-auto max-w-lg rounded-card border border-line bg-surface p-5 shadow-card sm:p-7">
        <h1 tabIndex={-1} className="text-2xl font-extrabold tracking-tight">
          {title}
        </h1>
        <p className="mt-2 mb-5 wrap-anywhere text-ink-soft">{text}</p>
        {children}
      </div>
      {below !== undefined && <div className="mx-auto mt-6 max-w-lg">{below}</div>}
    </GateMain>
  );
}

/** Main landmark while no page is shown. */
function GateMain({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="lg:col-span-2">
      <StudioTitle />
      {children}
    </main>
  );
}

/** Cannot be closed: without a session nothing can be saved. */
function EndedDialog({ user, deps }: { user: User; deps: StudioDeps }) {
  const { gate } = useTexts(kitMessages);
  return (
    <Dialog
      label={gate.endedTitle}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-lg overflow-y-auto rounded-card border border-line bg-surface p-5 text-ink shadow-card sm:p-6"
      onClose={() => undefined}
    >
      <h2 className="text-xl font-bold tracking-tight">{gate.endedTitle}</h2>
      <p className="mt-2 mb-4 text-ink-soft">{gate.endedText}</p>
      <deps.SignInAgain email={user.email ?? ""} />
    </Dialog>
  );
}
