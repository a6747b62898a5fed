import { useLocation } from "react-router";
import { AccountPage } from "./account-page.tsx";
import { AccountsPage } from "./accounts-page.tsx";

/** The last part of an account's address. */
const ACCOUNT_ID = /^\/studio\/people\/(?<id>[0-9a-f-]{36})$/;

/** Everybody with an account: the list, and one of them. */
export function PeoplePage() {
  const id = ACCOUNT_ID.exec(useLocation().pathname)?.groups?.["id"];
  return id === undefined ? <AccountsPage /> : <AccountPage key={id} id={id} />;
}
