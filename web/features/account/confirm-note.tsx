import { accountMessages } from "#shared/messages/account/account.ts";
import { useTexts } from "#web/lib/site.ts";
import { AccountCard } from "./account-card.tsx";

/** After a sign-up whose address is still to be confirmed by mail. */
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
