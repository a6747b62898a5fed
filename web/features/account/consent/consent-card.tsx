import type { User } from "@supabase/supabase-js";
import { Check } from "lucide-react";
import { useState } from "react";
import { accountMessages } from "#shared/messages/account/account.ts";
import { consentMessages } from "#shared/messages/account/consent.ts";
import { AccountCard } from "#web/features/account/account-card.tsx";
import { failureText } from "#web/features/account/result.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { useToast } from "#web/ui/use-toast.ts";
import { type ConsentRequest, decide } from "./consent.data.ts";

type ConsentCardProps = { request: ConsentRequest; user: User };

/** Who asks, what it may see, where the answer goes: yes or no. */
export function ConsentCard({ request, user }: ConsentCardProps) {
  const texts = useTexts(consentMessages);
  const accountTexts = useTexts(accountMessages);
  const openSession = useOpenSession();
  const toast = useToast();
  const [isPending, setIsPending] = useState(false);

  async function answer(isAllowed: boolean): Promise<void> {
    setIsPending(true);
    const outcome = await decide(openSession(), request.id, isAllowed);
    if (outcome.ok) {
      window.location.replace(outcome.value);
      return;
    }
    setIsPending(false);
    const text = failureText(outcome.failure, accountTexts, accountTexts.tryLater);
    toast({ tone: "danger", title: texts.failed, text });
  }

  return (
    <AccountCard
      title={texts.asks(request.application || texts.nameless)}
      text={texts.signedInAs(user.email ?? "")}
    >
      <div className="stack-4">
        <p className="font-semibold">{texts.mayRead}</p>
        <ul className="stack-2">
          {request.scopes.map((scope) => (
            <li key={scope} className="flex items-start gap-3">
              <Check className="mt-0.5 size-5 shrink-0 text-brand" aria-hidden="true" />
              <span className="wrap-anywhere">{texts.scopes[scope] ?? scope}</span>
            </li>
          ))}
        </ul>
        <p className="text-sm text-ink-soft">
          {texts.limits} {texts.leadsTo(request.host)}
        </p>
        <div className="stack-3">
          <button
            type="button"
            disabled={isPending}
            className={buttonStyle("brand", "w-full")}
            onClick={() => void answer(true)}
          >
            {isPending ? texts.allowing : texts.allow}
          </button>
          <button
            type="button"
            disabled={isPending}
            className={buttonStyle("outline", "w-full")}
            onClick={() => void answer(false)}
          >
            {texts.refuse}
          </button>
        </div>
      </div>
    </AccountCard>
  );
}
