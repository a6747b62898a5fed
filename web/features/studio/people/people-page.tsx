import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { peopleMessages } from "#shared/messages/studio/people.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StudioCard, StudioPage, StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import {
  ACCOUNTS_PER_PAGE,
  type AccountsPage as Page,
  accountsQuery,
  type ListedAccount,
} from "./accounts.data.ts";
import { useDayText } from "#web/features/studio/kit/use-time-text.ts";
import { useLocation } from "react-router";
import { AccountPage } from "./account-page.tsx";

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
      <div className="min-w-0 grow basis-56">
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
        className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-xl px-2 py-3 hover:bg-raised"
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
