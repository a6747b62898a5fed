import type { User, UserIdentity } from "@supabase/supabase-js";
import { useQuery } from "@tanstack/react-query";
import { AtSign, Link2 } from "lucide-react";
import { useState } from "react";
import { localisedPath } from "#shared/languages.ts";
import { securityMessages } from "#shared/messages/account/security.ts";
import { sharedOrigin, useSite, useTexts } from "#web/lib/site.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { useToast } from "#web/ui/use-toast.ts";
import {
  linkProvider,
  enabledMethodsQuery,
  unlinkProvider,
  providerName,
} from "./sign-in-methods.data.ts";
import { SecurityLine, SecurityList, SecuritySection } from "./section-parts.tsx";
import { useFailureToast } from "./security-query.ts";

/** Identities that sign in to this account; renders nothing where no provider is configured. */
export function IdentitiesSection({ user }: { user: User }) {
  const { linked: texts } = useTexts(securityMessages);
  const openSession = useOpenSession();
  const { data } = useQuery(enabledMethodsQuery(openSession));
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
          className={buttonStyle("outline", "min-h-10")}
        >
          {identity ? texts.unlink : isPending ? texts.linking : texts.link}
        </button>
      )}
    </SecurityLine>
  );
}
