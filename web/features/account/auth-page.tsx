import { accountMessages } from "#shared/messages/account/account.ts";
import { useTexts, useMessages, useSite } from "#web/lib/site.ts";
import { AccountCard } from "./account-form.tsx";
import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { useStoredSession } from "#web/lib/session/use-session.ts";
import { Link } from "#web/ui/link.tsx";
import { MfaChallenge } from "./mfa/mfa-challenge.tsx";
import { SignInForm, SignUpForm } from "./sign-in-forms.tsx";

/** Shown after a sign-up while the email is not confirmed. */
export function ConfirmNote({ email }: { email: string }) {
  const texts = useTexts(accountMessages);
  return (
    <AccountCard title={texts.confirmTitle}>
      <p role="status" className="text-center break-words text-ink-soft">
        {texts.confirmText(email)}
      </p>
    </AccountCard>
  );
}

type Mode = "signin" | "signup";

type AuthPageProps = {
  /** Other sign-in methods, below the sign-in form. */
  children?: ReactNode;
};

/**
 * Sign-in and sign-up. A signed-in user goes to Home, after the second factor where there is one.
 */
export function AuthPage({ children }: AuthPageProps) {
  const texts = useTexts(accountMessages);
  const session = useStoredSession();
  const navigate = useNavigate();
  const [mode, setMode] = useState<Mode>("signin");
  const [confirmEmail, setConfirmEmail] = useState<string | null>(null);
  const panelId = useId();
  const isHydrated = useHydrated();
  const isSignedIn = session.status === "signed-in";

  useEffect(() => {
    if (isSignedIn) void navigate("/", { replace: true });
  }, [isSignedIn, navigate]);

  if (session.status === "second-step") return <MfaChallenge user={session.user} />;
  if (confirmEmail !== null) return <ConfirmNote email={confirmEmail} />;
  const isSignIn = mode === "signin";
  return (
    <AccountCard
      title={isSignIn ? texts.signInTitle : texts.signUpTitle}
      text={isSignIn ? texts.signInText : texts.signUpText}
    >
      <ModeTabs mode={mode} panelId={panelId} onChoose={setMode} />
      <div
        id={panelId}
        role="tabpanel"
        aria-labelledby={`${panelId}-${mode}`}
        className="mt-6 stack-6"
      >
        {isSignIn ? <SignInForm /> : <SignUpForm onConfirm={setConfirmEmail} />}
        {isSignIn && children}
        <p className="mt-3 -mb-3 text-center">
          <button
            type="button"
            disabled={!isHydrated}
            onClick={() => setMode(isSignIn ? "signup" : "signin")}
            className="min-h-11 text-sm font-semibold text-balance text-brand hover:underline"
          >
            {isSignIn ? texts.toSignUp : texts.toSignIn}
          </button>
        </p>
        <TermsLine />
      </div>
    </AccountCard>
  );
}

type ModeTabsProps = { mode: Mode; panelId: string; onChoose: (mode: Mode) => void };

function ModeTabs({ mode, panelId, onChoose }: ModeTabsProps) {
  const texts = useTexts(accountMessages);
  const isHydrated = useHydrated();
  const tabs = [
    { value: "signin", text: texts.signIn },
    { value: "signup", text: texts.signUp },
  ] as const;

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const other = mode === "signin" ? "signup" : "signin";
    onChoose(other);
    document.getElementById(`${panelId}-${other}`)?.focus();
  }

  return (
    <div
      role="tablist"
      tabIndex={-1}
      aria-label={texts.modes}
      onKeyDown={handleKeyDown}
      className="flex flex-wrap gap-1 rounded-[1.625rem] bg-raised p-1"
    >
      {tabs.map(({ value, text }) => (
        <button
          key={value}
          id={`${panelId}-${value}`}
          type="button"
          role="tab"
          aria-selected={mode === value}
          aria-controls={panelId}
          tabIndex={mode === value ? 0 : -1}
          disabled={!isHydrated}
          onClick={() => onChoose(value)}
          className={clsx(
            "min-h-11 flex-1 rounded-full text-sm font-semibold",
            mode === value ? "bg-surface text-ink shadow-card" : "text-ink-soft hover:text-ink",
          )}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** Terms and privacy policy. The terms are a mail draft, as in the footer. */
function TermsLine() {
  const { ministry } = useSite();
  const { footer } = useMessages();
  const { terms } = useTexts(accountMessages);
  const draft = `mailto:${ministry.email}?subject=${encodeURIComponent(footer.termsSubject)}`;
  return (
    <p className="text-center text-sm text-ink-soft">
      {terms.before}
      <a href={draft} className="font-medium text-ink underline">
        {terms.service}
      </a>
      {terms.and}
      <Link to="/privacy-policy" className="font-medium text-ink underline">
        {terms.privacy}
      </Link>
      {terms.after}
    </p>
  );
}
