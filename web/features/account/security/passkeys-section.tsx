import type { User } from "@supabase/supabase-js";
import { useQuery } from "@tanstack/react-query";
import { Fingerprint, Pencil } from "lucide-react";
import { useState } from "react";
import { securityMessages } from "#shared/messages/account/security.ts";
import { useTexts } from "#web/lib/site.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import { KEY_FAILED } from "#web/features/account/mfa/mfa.data.ts";
import { addPasskey, type Passkey, passkeysQuery } from "./passkeys.data.ts";
import {
  type SecurityDialog,
  AwaitedLines,
  SecurityLine,
  SecurityList,
  SecuritySection,
} from "./section-parts.tsx";
import { useDayText, useFailureToast, useRefetchSecurity } from "./security-query.ts";

type PasskeysProps = { user: User; onOpen: (dialog: SecurityDialog) => void };

/** Passkeys that sign in by themselves; renders nothing where the service has none. */
export function PasskeysSection({ user, onOpen }: PasskeysProps) {
  const { passkeys: texts } = useTexts(securityMessages);
  const openSession = useOpenSession();
  const query = useQuery(passkeysQuery(openSession, user.id));
  if (query.data === null) return null;
  return (
    <SecuritySection id="passkeys" title={texts.title} text={texts.text}>
      <AwaitedLines
        query={query}
        renderLines={(passkeys) => <PasskeyList user={user} passkeys={passkeys} onOpen={onOpen} />}
      />
    </SecuritySection>
  );
}

function PasskeyList({ user, passkeys, onOpen }: PasskeysProps & { passkeys: readonly Passkey[] }) {
  const { passkeys: texts } = useTexts(securityMessages);
  const openSession = useOpenSession();
  const refetch = useRefetchSecurity(user.id);
  const showFailure = useFailureToast();
  const toast = useToast();
  const [isPending, setIsPending] = useState(false);

  async function add(): Promise<void> {
    setIsPending(true);
    const result = await addPasskey(openSession());
    setIsPending(false);
    if (result.ok) {
      toast({ tone: "done", title: texts.addedTitle, text: texts.addedText });
      await refetch();
    } else if (result.failure.code === KEY_FAILED) {
      toast({ tone: "danger", title: texts.title, text: texts.notMade });
    } else showFailure(result.failure);
  }

  return (
    <>
      {passkeys.length === 0 ? (
        <p className="mt-4 text-ink-soft italic">{texts.none}</p>
      ) : (
        <SecurityList label={texts.title}>
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} onOpen={onOpen} />
          ))}
        </SecurityList>
      )}
      <button
        type="button"
        disabled={isPending}
        onClick={() => void add()}
        className={buttonStyle("outline", "mt-5")}
      >
        {isPending ? texts.adding : texts.add}
      </button>
    </>
  );
}

function PasskeyLine({ passkey, onOpen }: { passkey: Passkey; onOpen: PasskeysProps["onOpen"] }) {
  const texts = useTexts(securityMessages);
  const dayText = useDayText();
  const name = passkey.friendly_name || texts.passkeys.unnamed;
  const { last_used_at: usedAt } = passkey;
  const note = usedAt
    ? texts.passkeys.used(dayText(usedAt))
    : texts.added(dayText(passkey.created_at));
  return (
    <SecurityLine icon={<Fingerprint className="size-6" />} name={name} note={note}>
      <IconButton
        label={`${texts.passkeys.rename}: ${name}`}
        onClick={() => onOpen({ kind: "rename-passkey", passkey })}
      >
        <Pencil aria-hidden className="size-4" />
      </IconButton>
      <button
        type="button"
        aria-label={texts.passkeys.removeTitle(name)}
        onClick={() => onOpen({ kind: "remove-passkey", passkey })}
        className={buttonStyle("outline", "min-h-10")}
      >
        {texts.remove}
      </button>
    </SecurityLine>
  );
}
