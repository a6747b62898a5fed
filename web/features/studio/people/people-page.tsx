import { Route, Routes } from "react-router";
import { AccountPage } from "./account-page.tsx";
import { AccountsPage } from "./accounts-page.tsx";

/** Everybody with an account: the list, and one of them. */
export function PeoplePage() {
  return (
    <Routes>
      <Route index element={<AccountsPage />} />
      <Route path=":id" element={<AccountPage />} />
    </Routes>
  );
}
