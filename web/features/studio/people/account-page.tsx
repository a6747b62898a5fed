import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { peopleMessages } from "#shared/messages/studio/people.ts";
import { useReauthentication } from "#web/features/studio/kit/reauthentication.tsx";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import {
  StatusLabel,
  StudioCard,
  StudioFailed,
  StudioLoading,
  StudioPage,
} from "#web/features/studio/kit/studio-page.tsx";
import { useTimeText, useDayText } from "#web/features/studio/kit/use-time-text.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { AccountActions } from "./account-actions.tsx";
import { type Account, accountQuery } from "./accounts.data.ts";

/** One account with its data and actions. */
export function AccountPage({ id }: { id: string }) {
  const { account: texts, accounts } = useTexts(peopleMessages);
  const query = useQuery(accountQuery(useClient(), id, useReauthentication()));
  const { data: account } = query;
  return (
    <StudioPage
      title={account?.name ?? account?.username ?? accounts.noName}
      intro={texts.noted}
      actions={
        <Link to="/studio/people" className={buttonStyle("outline")}>
          {texts.back}
        </Link>
      }
    >
      {account ? (
        <>
          <AccountInfo account={account} />
          <Acts account={account} />
        </>
      ) : query.isError ? (
        <StudioFailed onRetry={() => void query.refetch()} />
      ) : account === null ? (
        <p role="alert">{texts.gone}</p>
      ) : (
        <StudioLoading />
      )}
    </StudioPage>
  );
}

function AccountInfo({ account }: { account: Account }) {
  const { account: texts } = useTexts(peopleMessages);
  const dayText = useDayText();
  const timeText = useTimeText();
  const { last_sign_in_at: lastSignIn } = account;
  return (
    <StudioCard title={texts.state} mark={<State account={account} />}>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <InfoRow name={texts.address}>{account.address ?? texts.notGiven}</InfoRow>
        <InfoRow name={texts.username}>{account.username ?? texts.notGiven}</InfoRow>
        <InfoRow name={texts.phone}>{account.phone ?? texts.notGiven}</InfoRow>
        <InfoRow name={texts.joined}>{dayText(account.created_at)}</InfoRow>
        <InfoRow name={texts.lastSignIn}>
          {lastSignIn === null ? texts.never : timeText(lastSignIn)}
        </InfoRow>
        <InfoRow name={texts.bio}>{account.bio ?? texts.notGiven}</InfoRow>
      </dl>
    </StudioCard>
  );
}

function State({ account }: { account: Account }) {
  const { account: texts } = useTexts(peopleMessages);
  if (account.suspended_until !== null) return <StatusLabel tone="bad" text={texts.suspended} />;
  if (!account.isConfirmed) return <StatusLabel tone="warn" text={texts.unconfirmed} />;
  return <StatusLabel tone="good" text={texts.active} />;
}

function InfoRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="font-medium wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  );
}

function Acts({ account }: { account: Account }) {
  const { account: texts } = useTexts(peopleMessages);
  if (account.mayChange) return <AccountActions account={account} />;
  return <p className="text-ink-soft">{account.isMe ? texts.own : texts.holdsMore}</p>;
}
