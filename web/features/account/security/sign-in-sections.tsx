import type { User, UserIdentity } from "@supabase/supabase-js";
import { useQuery } from "@tanstack/react-query";
import { AtSign, Link2, Fingerprint, Pencil } from "lucide-react";
import { useState } from "react";
import { localisedPath } from "#shared/languages.ts";
import { securityMessages } from "#shared/messages/account/security.ts";
import { sharedOrigin, useSite, useTexts } from "#web/lib/site.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { useToast } from "#web/ui/use-toast.ts";
import { enabledMethodsQuery } from "./enabled-methods.data.ts";
import { linkProvider, unlinkProvider, providerName } from "./sign-in-methods.data.ts";
import {
  SecurityLine,
  SecurityList,
  SecuritySection,
  type SecurityDialog,
  AwaitedLines,
} from "./section-parts.tsx";
import { useFailureToast, useDayText, useRefetchSecurity } from "./security-query.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { KEY_FAILED } from "#web/features/account/mfa/mfa.data.ts";
import { addPasskey, type Passkey, passkeysQuery } from "./passkeys.data.ts";

/** Identities that sign in to this account; renders nothing where no provider is configured. */
export function IdentitiesSection({ user }: { user: User }) {
  const site = useSite();
  const { linked: texts } = useTexts(securityMessages);
  const { data } = useQuery(enabledMethodsQuery(site));
  const identities = user.identities ?? [];
  const providers = [
    ...new Set([
      ...identities.map(({ provider }) => provider).filter((id) => id !== "phone"),
      ...(data?.providers ?? []),
    ]),
  ];
  if (providers.every((id) => id === "email")) return null;
  return (
    <SecuritySection id="linked" title={texts.title} text={texts.text}>
      <SecurityList label={texts.title}>
        {providers.map((provider) => (
          <IdentityRow
            key={provider}
            provider={provider}
            identity={identities.find((identity) => identity.provider === provider)}
            isLast={identities.length < 2}
          />
        ))}
      </SecurityList>
    </SecuritySection>
  );
}

type IdentityRowProps = { provider: string; identity: UserIdentity | undefined; isLast: boolean };

function IdentityRow({ provider, identity, isLast }: IdentityRowProps) {
  const site = useSite();
  const { linked: texts } = useTexts(securityMessages);
  const openSession = useOpenSession();
  const showFailure = useFailureToast();
  const toast = useToast();
  const [isPending, setIsPending] = useState(false);
  const isEmail = provider === "email";
  const name = isEmail ? texts.emailName : providerName(provider);
  const Icon = isEmail ? AtSign : Link2;

  async function toggleIdentity(): Promise<void> {
    setIsPending(true);
    const landing = `${sharedOrigin(site)}${localisedPath("/profile", site.language)}`;
    const result = identity
      ? await unlinkProvider(openSession(), identity)
      : await linkProvider(openSession(), provider, landing);
    setIsPending(false);
    if (!result.ok) showFailure(result.failure);
    else if (identity) toast({ tone: "done", title: texts.unlinked, text: name });
  }

  const address = identity?.identity_data?.["email"];
  const note = identity ? (typeof address === "string" ? address : name) : texts.notLinked;
  return (
    <SecurityLine
      icon={<Icon className="size-6" />}
      name={name}
      note={identity && isLast ? texts.last : note}
    >
      {identity && (isLast || isEmail) ? undefined : (
        <button
          type="button"
          aria-label={identity ? texts.unlinkOf(name) : texts.linkOf(name)}
          disabled={isPending}
          onClick={() => void toggleIdentity()}
          className={buttonStyle("outline")}
        >
          {identity ? texts.unlink : isPending ? texts.linking : texts.link}
        </button>
      )}
    </SecurityLine>
  );
}

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
        label={texts.passkeys.rename(name)}
        onClick={() => onOpen({ kind: "rename-passkey", passkey })}
      >
        <Pencil aria-hidden className="size-4" />
      </IconButton>
      <button
        type="button"
        aria-label={texts.passkeys.removeTitle(name)}
        onClick={() => onOpen({ kind: "remove-passkey", passkey })}
        className={buttonStyle("outline")}
      >
        {texts.remove}
      </button>
    </SecurityLine>
  );
}
