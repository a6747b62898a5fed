import type { User } from "@supabase/supabase-js";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { Result } from "#shared/errors.ts";
import { joinMessages } from "#shared/messages/studio/join.ts";
import { isOwnerHash, tokenOfHash } from "#shared/studio/invitation-url.ts";
import { type StudioDeps, useClient } from "#web/features/studio/kit/studio-context.ts";
import { StudioLoading } from "#web/features/studio/kit/studio-page.tsx";
import { hasSecondFactor } from "#web/lib/session/assurance.ts";
import { useOpenSession, useSession } from "#web/lib/session/use-session.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Link } from "#web/ui/link.tsx";
import { accept, type CodeFailure, confirmCode, type JoinResult, sendCode } from "./join.data.ts";

/** Target of an invitation link: sign in, then accept. Explains every obstacle. */
export function JoinPage({ deps }: { deps: StudioDeps }) {
  const texts = useTexts(joinMessages);
  const session = useSession();
  // Signing in keeps the URL, so the token in its hash stays.
  const [hash] = useState(useLocation().hash);
  const token = tokenOfHash(hash);
  const isFirst = isOwnerHash(hash);
  if (token === null) return <Rejected text={texts.outcomes.unknown} />;
  switch (session.status) {
    case "loading":
      return <StudioLoading />;
    case "second-step":
      return (
        <JoinCard title={texts.title} text={texts.stepText}>
          <deps.SignInAgain email={session.user.email ?? ""} />
        </JoinCard>
      );
    case "signed-out":
      return <AccountForm isFirst={isFirst} deps={deps} />;
    case "signed-in":
      return (
        <AcceptInvitation
          key={session.user.id}
          user={session.user}
          token={token}
          isFirst={isFirst}
          deps={deps}
        />
      );
  }
}

type AccountFormProps = { isFirst: boolean; deps: StudioDeps };

/** Signs in or creates an account on this page, whose URL has the token. */
function AccountForm({ isFirst, deps }: AccountFormProps) {
  const texts = useTexts(joinMessages);
  const title = isFirst ? texts.firstTitle : texts.title;
  const { signIn, signUp } = isFirst ? texts.firstAccount : texts.account;
  const [isNew, setNew] = useState(isFirst);
  const [confirmEmail, setConfirmEmail] = useState<string | null>(null);
  if (confirmEmail !== null) {
    return (
      <JoinCard title={title}>
        <p role="status" className="wrap-anywhere text-ink-soft">
          {texts.confirmText(confirmEmail)}
        </p>
      </JoinCard>
    );
  }
  return (
    <JoinCard title={title} text={isNew ? signUp : signIn}>
      {isNew ? <deps.SignUp onConfirm={setConfirmEmail} /> : <deps.SignIn />}
      <button
        type="button"
        onClick={() => setNew(!isNew)}
        className={buttonStyle("outline", "mt-5")}
      >
        {isNew ? texts.toSignIn : texts.toSignUp}
      </button>
    </JoinCard>
  );
}

type AcceptInvitationProps = { user: User; token: string; isFirst: boolean; deps: StudioDeps };

function AcceptInvitation({ user, token, isFirst, deps }: AcceptInvitationProps) {
  const texts = useTexts(joinMessages);
  const open = useClient();
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<JoinResult | null>(null);
  const [isPending, setPending] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  async function join(): Promise<void> {
    setPending(true);
    const result = await accept(open, token);
    setPending(false);
    setFailed(!result.ok);
    if (!result.ok) return;
    setOutcome(result.value);
    void queryClient.invalidateQueries({ queryKey: ["studio"] });
  }

  if (outcome?.outcome === "needs_code") {
    return (
      <MailboxVerification address={user.email ?? ""} onVerified={join} hasFailed={hasFailed} />
    );
  }
  if (outcome !== null) {
    return <Outcome outcome={outcome} user={user} isFirst={isFirst} deps={deps} />;
  }
  return (
    <JoinCard
      title={isFirst ? texts.firstTitle : texts.title}
      text={texts.joinAs(user.email ?? "")}
    >
      {hasFailed && (
        <p role="alert" className="mb-4 rounded-card bg-danger-soft p-4 text-danger">
          {texts.failed}
        </p>
      )}
      <button
        type="button"
        disabled={isPending}
        onClick={() => void join()}
        className={buttonStyle("brand")}
      >
        {isPending ? texts.joining : isFirst ? texts.becomeOwner : texts.join}
      </button>
    </JoinCard>
  );
}

type MailboxVerificationProps = {
  address: string;
  /** Called when this tab's session was opened by the mailed code. */
  onVerified: () => Promise<void>;
  /** True when the site did not respond after that. */
  hasFailed: boolean;
};

/** Asks for a code that is sent to the invited mailbox, then accepts. */
function MailboxVerification({ address, onVerified, hasFailed }: MailboxVerificationProps) {
  const texts = useTexts(joinMessages);
  const openSession = useOpenSession();
  const [secondary] = useState(() => openSession().openSecondary());
  const [isSent, setSent] = useState(false);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<CodeFailure | null>(null);

  async function run(
    work: () => Promise<Result<null, CodeFailure>>,
    onDone: () => Promise<void> | void,
  ): Promise<void> {
    setPending(true);
    const result = await work();
    if (result.ok) await onDone();
    setFailure(result.ok ? null : result.failure);
    setPending(false);
  }
  const send = () =>
    run(
      () => sendCode(secondary, address),
      () => setSent(true),
    );
  const confirm = (code: string) => run(() => confirmCode(secondary, address, code), onVerified);

  const general = failure === "too-many" ? texts.tooManyCodes : texts.failed;
  return (
    <JoinCard title={texts.codeTitle} text={texts.codeText(address)}>
      {(hasFailed || (failure !== null && failure !== "wrong")) && (
        <p role="alert" className="mb-4 rounded-card bg-danger-soft p-4 text-danger">
          {general}
        </p>
      )}
      {isSent && (
        <form
          className="mb-5 flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            const code = new FormData(event.currentTarget).get("code");
            void confirm(typeof code === "string" ? code : "");
          }}
        >
          <p role="status" className="text-ink-soft">
            {texts.codeSent(address)}
          </p>
          <TextField
            label={texts.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={12}
            error={failure === "wrong" ? texts.wrongCode : undefined}
          />
          <button type="submit" disabled={isPending} className={buttonStyle("brand")}>
            {isPending ? texts.joining : texts.confirmCode}
          </button>
        </form>
      )}
      <button
        type="button"
        disabled={isPending}
        onClick={() => void send()}
        className={buttonStyle(isSent ? "outline" : "brand")}
      >
        {isSent ? texts.sendAgain : texts.sendCode}
      </button>
    </JoinCard>
  );
}

type OutcomeProps = Omit<AcceptInvitationProps, "token"> & {
  outcome: Exclude<JoinResult, { outcome: "needs_code" }>;
};

function Outcome({ outcome, user, isFirst, deps }: OutcomeProps) {
  const texts = useTexts(joinMessages);
  const address = user.email ?? "";
  switch (outcome.outcome) {
    case "accepted":
      return outcome.needsSecondStep ? (
        <SecondFactor user={user} deps={deps} />
      ) : (
        <JoinCard title={texts.acceptedTitle} text={texts.acceptedText}>
          <StudioLink />
        </JoinCard>
      );
    case "other_address":
      return (
        <Rejected
          text={
            outcome.address === null
              ? texts.noAddress
              : texts.otherAddress(outcome.address, address)
          }
        >
          <SignOut />
        </Rejected>
      );
    case "used":
    case "already":
      return (
        <Rejected title={texts[`${outcome.outcome}Title`]} text={texts.outcomes[outcome.outcome]}>
          <StudioLink />
        </Rejected>
      );
    case "unknown":
      return <Rejected text={isFirst ? texts.firstReplaced : texts.outcomes.unknown} />;
    case "over":
      return <Rejected text={isFirst ? texts.firstOver : texts.outcomes.over} />;
    case "unconfirmed":
      return <Rejected text={texts.outcomes.unconfirmed} />;
  }
}

/** Permissions require a second factor: set it up, then show the way into the studio. */
function SecondFactor({ user, deps }: Pick<AcceptInvitationProps, "user" | "deps">) {
  const texts = useTexts(joinMessages);
  const queryClient = useQueryClient();
  const isSetUp = hasSecondFactor(user);

  useEffect(() => {
    if (isSetUp) void queryClient.invalidateQueries({ queryKey: ["studio"] });
  }, [isSetUp, queryClient]);

  return (
    <>
      <JoinCard
        title={isSetUp ? texts.acceptedTitle : texts.stepTitle}
        text={isSetUp ? texts.acceptedText : texts.needsStepText}
      >
        {isSetUp && <StudioLink />}
      </JoinCard>
      <div className="mx-auto mt-6 max-w-lg">
        <deps.MfaSetup user={user} />
      </div>
    </>
  );
}

function StudioLink() {
  const { openStudio } = useTexts(joinMessages);
  return (
    <Link to="/studio" className={buttonStyle("brand")}>
      {openStudio}
    </Link>
  );
}

function SignOut() {
  const { signOut } = useTexts(joinMessages);
  const openSession = useOpenSession();
  return (
    <button
      type="button"
      onClick={() => void openSession().leave("local")}
      className={buttonStyle("brand")}
    >
      {signOut}
    </button>
  );
}

type RejectedProps = { title?: string; text: string; children?: ReactNode };

function Rejected({ title, text, children }: RejectedProps) {
  const { refusedTitle } = useTexts(joinMessages);
  return (
    <JoinCard title={title ?? refusedTitle}>
      <p role="alert" className="mb-5 wrap-anywhere text-ink-soft">
        {text}
      </p>
      {children}
    </JoinCard>
  );
}

type JoinCardProps = { title: string; text?: string; children: ReactNode };

function JoinCard({ title, text, children }: JoinCardProps) {
  return (
    <div className="mx-auto max-w-lg rounded-card border border-line bg-surface p-5 shadow-card sm:p-7">
      <h1 tabIndex={-1} className="text-2xl font-extrabold tracking-tight">
        {title}
      </h1>
      {text !== undefined && <p className="mt-2 mb-5 wrap-anywhere text-ink-soft">{text}</p>}
      {text === undefined ? <div className="mt-2">{children}</div> : children}
    </div>
  );
}
