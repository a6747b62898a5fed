import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type FormEvent, useState } from "react";
import { peopleMessages } from "#shared/messages/studio/people.ts";
import { useReauthentication } from "#web/features/studio/kit/reauthentication.tsx";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import {
  StatusLabel,
  StudioCard,
  StudioFailed,
  StudioLoading,
  StudioPage,
  StudioQuery,
} from "#web/features/studio/kit/studio-page.tsx";
import { useTimeText, useDayText } from "#web/features/studio/kit/use-time-text.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { AccountActions } from "./account-actions.tsx";
import {
  type Account,
  accountQuery,
  ACCOUNTS_PER_PAGE,
  type AccountsPage as Page,
  accountsQuery,
  type ListedAccount,
} from "./accounts.data.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { useLocation } from "react-router";

/** One account with its data and actions. */
function AccountPage({ id }: { id: string }) {
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

/** Accounts by name or email, 25 per page. */
function AccountsPage() {
  const { accounts } = useTexts(peopleMessages);
  const [request, setRequest] = useState({ search: "", page: 1 });
  const query = useQuery(accountsQuery(useClient(), request.search, request.page));
  return (
    <StudioPage title={accounts.title} intro={accounts.intro}>
      <SearchForm onSearch={(search) => setRequest({ search, page: 1 })} />
      <StudioQuery query={query}>
        {(data) => (
          <AccountList
            found={data}
            page={request.page}
            onPage={(page) => setRequest({ ...request, page })}
          />
        )}
      </StudioQuery>
    </StudioPage>
  );
}

/** Searches on submit only, because each search is logged. */
function SearchForm({ onSearch }: { onSearch: (search: string) => void }) {
  const { accounts } = useTexts(peopleMessages);
  const [search, setSearch] = useState("");

  function send(event: FormEvent): void {
    event.preventDefault();
    onSearch(search.trim());
  }

  return (
    <form role="search" method="post" onSubmit={send} className="flex flex-wrap items-end gap-3">
      <div className="max-w-3xl min-w-0 grow basis-56">
        <TextField
          type="search"
          name="search"
          autoComplete="off"
          maxLength={100}
          label={accounts.search}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      <button type="submit" className={buttonStyle("brand", "h-12")}>
        {accounts.searchAction}
      </button>
    </form>
  );
}

type AccountListProps = { found: Page; page: number; onPage: (page: number) => void };

function AccountList({ found, page, onPage }: AccountListProps) {
  const { accounts: texts } = useTexts(peopleMessages);
  const { total, accounts } = found;
  const pages = Math.max(1, Math.ceil(total / ACCOUNTS_PER_PAGE));
  return (
    <StudioCard
      title={texts.list}
      mark={
        <p role="status" className="text-sm text-ink-soft">
          {texts.found(total)}
        </p>
      }
    >
      {accounts.length === 0 && <p className="text-ink-soft">{texts.none}</p>}
      <ul>
        {accounts.map((account) => (
          <AccountLine key={account.id} account={account} />
        ))}
      </ul>
      {pages > 1 && (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
          <button
            type="button"
            disabled={page === 1}
            onClick={() => onPage(page - 1)}
            className={buttonStyle("outline")}
          >
            {texts.earlier}
          </button>
          <p className="text-sm text-ink-soft">{texts.page(page, pages)}</p>
          <button
            type="button"
            disabled={page === pages}
            onClick={() => onPage(page + 1)}
            className={buttonStyle("outline")}
          >
            {texts.later}
          </button>
        </div>
      )}
    </StudioCard>
  );
}

function AccountLine({ account }: { account: ListedAccount }) {
  const { accounts: texts } = useTexts(peopleMessages);
  const dayText = useDayText();
  const name = account.name ?? account.username ?? texts.noName;
  const marks = [
    account.isHelper && texts.staffMember,
    account.suspended_until !== null && texts.suspended,
    !account.isConfirmed && texts.unconfirmed,
  ].filter((mark) => mark !== false);
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        to={`/studio/people/${account.id}`}
        className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-xl -mx-2 px-2 py-3 hover:bg-raised"
      >
        <span className="min-w-0 grow basis-48">
          <span className="block font-semibold wrap-anywhere">{name}</span>
          <span className="block text-sm wrap-anywhere text-ink-soft">{account.address}</span>
        </span>
        <span className="text-sm text-ink-soft">
          {[...marks, texts.joined(dayText(account.created_at))].join(" · ")}
        </span>
      </Link>
    </li>
  );
}

const ACCOUNT_ID = /^\/studio\/people\/(?<id>[0-9a-f-]{36})$/;

/** List of all accounts, and the page of one. */
export function PeoplePage() {
  const id = ACCOUNT_ID.exec(useLocation().pathname)?.groups?.["id"];
  return id === undefined ? <AccountsPage /> : <AccountPage key={id} id={id} />;
}
