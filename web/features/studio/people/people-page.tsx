import { useLocation } from "react-router";
import { AccountPage } from "./account-page.tsx";
import { AccountsPage } from "./accounts-page.tsx";

const ACCOUNT_ID = /^\/studio\/people\/(?<id>[0-9a-f-]{36})$/;

/** List of all accounts, and the page of one. */
export function PeoplePage() {
  const id = ACCOUNT_ID.exec(useLocation().pathname)?.groups?.["id"];
  return id === undefined ? <AccountsPage /> : <AccountPage key={id} id={id} />;
}
