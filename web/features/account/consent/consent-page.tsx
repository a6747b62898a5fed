import type { User } from "@supabase/supabase-js";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useSearchParams } from "react-router";
import { AppError } from "#shared/errors.ts";
import { consentMessages } from "#shared/messages/account/consent.ts";
import { AccountCard } from "#web/features/account/account-card.tsx";
import { SecondStepCard } from "#web/features/account/mfa/mfa-card.tsx";
import { SignInForm } from "#web/features/account/sign-in-form.tsx";
import { useOpenSession, useSession } from "#web/lib/session/use-session.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { ConsentCard } from "./consent-card.tsx";
import { consentQuery } from "./consent.data.ts";

/** The parameter in which the server's OAuth part names the request. */
const REQUEST_PARAMETER = "authorization_id";

/** Where another application sends somebody whom it would like to know; they sign in and decide. */
export function ConsentPage() {
  const texts = useTexts(consentMessages);
  const session = useSession();
  const [parameters] = useSearchParams();
  const id = parameters.get(REQUEST_PARAMETER) ?? "";
  if (session.status === "loading") return <Waiting />;
  if (id === "") return <NoRequest text={texts.invalid} />;
  if (session.status === "second-step") return <SecondStepCard user={session.user} />;
  if (session.status === "signed-in") return <Request key={id} id={id} user={session.user} />;
  return (
    <AccountCard title={texts.title} text={texts.signInFirst}>
      <SignInForm />
    </AccountCard>
  );
}

function Request({ id, user }: { id: string; user: User }) {
  const texts = useTexts(consentMessages);
  const openSession = useOpenSession();
  const { data, error, refetch } = useQuery(consentQuery(openSession, user.id, id));
  const leadsTo = data?.kind === "decided" ? data.leadsTo : null;
  useEffect(() => {
    if (leadsTo !== null) window.location.replace(leadsTo);
  }, [leadsTo]);

  if (data?.kind === "asked") return <ConsentCard request={data.request} user={user} />;
  if (!error) return <Waiting />;
  if (error instanceof AppError && error.code !== "network") {
    return <NoRequest text={texts.invalid} />;
  }
  return (
    <NoRequest text={texts.unreadable}>
      <button type="button" className={buttonStyle("brand")} onClick={() => void refetch()}>
        {texts.tryAgain}
      </button>
    </NoRequest>
  );
}

function Waiting() {
  const texts = useTexts(consentMessages);
  return (
    <AccountCard title={texts.title}>
      <p role="status" className="text-center text-ink-soft">
        {texts.reading}
      </p>
    </AccountCard>
  );
}

type NoRequestProps = { text: string; children?: ReactNode };

function NoRequest({ text, children }: NoRequestProps) {
  const texts = useTexts(consentMessages);
  return (
    <AccountCard title={texts.title}>
      <div className="stack-4 text-center">
        <p role="alert" className="rounded-card bg-danger-soft p-4 font-medium text-danger">
          {text}
        </p>
        {children}
        <Link to="/" className={buttonStyle("outline")}>
          {texts.goHome}
        </Link>
      </div>
    </AccountCard>
  );
}
