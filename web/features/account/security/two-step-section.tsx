import type { Factor, User } from "@supabase/supabase-js";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, LifeBuoy, Smartphone } from "lucide-react";
import { useState } from "react";
import { securityMessages } from "#shared/messages/account/security.ts";
import { hasSecondFactor } from "#web/lib/session/assurance.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { useToast } from "#web/ui/use-toast.ts";
import { canUsePasskeys } from "./can-use-passkeys.ts";
import { addKeyFactor, isRecovery, makeRecoveryCodes, recoveryQuery } from "./factors.data.ts";
import {
  type SecurityDialog,
  SecurityLine,
  SecurityList,
  SecuritySection,
} from "./section-parts.tsx";
import { useDayText, useFailureToast, useRefetchSecurity } from "./security-query.ts";

type TwoStepProps = { user: User; onOpen: (dialog: SecurityDialog) => void };

/** Second factors of the account: authenticator apps, passkeys and recovery codes. */
export function TwoStepSection({ user, onOpen }: TwoStepProps) {
  const { twoStep: texts } = useTexts(securityMessages);
  const isOn = hasSecondFactor(user);
  const isStaff = user.app_metadata["role"] === "admin";
  return (
    <SecuritySection
      id="two-step"
      title={texts.title}
      text={texts.text}
      mark={
        <span
          className={
            isOn
              ? "rounded-full bg-brand px-3 py-1 text-sm font-semibold text-on-brand"
              : "rounded-full bg-raised px-3 py-1 text-sm font-semibold text-ink-soft"
          }
        >
          {isOn ? texts.on : texts.off}
        </span>
      }
    >
      {isStaff && !isOn && (
        <p className="mt-4 rounded-card bg-gold-soft p-4 font-medium">{texts.staff}</p>
      )}
      {isOn && <FactorList user={user} onOpen={onOpen} />}
      <AddButtons user={user} isOn={isOn} onOpen={onOpen} />
    </SecuritySection>
  );
}

function FactorList({ user, onOpen }: TwoStepProps) {
  const { twoStep: texts } = useTexts(securityMessages);
  const factors = (user.factors ?? []).filter(
    (factor) => factor.status === "verified" && !isRecovery(factor),
  );
  return (
    <SecurityList label={texts.title}>
      {factors.map((factor) => (
        <FactorRow
          key={factor.id}
          factor={factor}
          onRemove={() => onOpen({ kind: "remove-factor", factor })}
        />
      ))}
      <RecoveryLine user={user} onOpen={onOpen} />
    </SecurityList>
  );
}

function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const texts = useTexts(securityMessages);
  const dayText = useDayText();
  const isKey = factor.factor_type === "webauthn";
  const kind = isKey ? texts.twoStep.key : texts.twoStep.app;
  const name = factor.friendly_name || kind;
  const Icon = isKey ? KeyRound : Smartphone;
  const added = texts.added(dayText(factor.created_at));
  const note = name === kind ? added : `${kind} · ${added}`;
  return (
    <SecurityLine icon={<Icon className="size-6" />} name={name} note={note}>
      <button
        type="button"
        aria-label={texts.removeFactor.title(name)}
        onClick={onRemove}
        className={buttonStyle("outline")}
      >
        {texts.remove}
      </button>
    </SecurityLine>
  );
}

function RecoveryLine({ user, onOpen }: TwoStepProps) {
  const { twoStep: texts } = useTexts(securityMessages);
  const openSession = useOpenSession();
  const refetch = useRefetchSecurity(user.id);
  const showFailure = useFailureToast();
  const [isPending, setIsPending] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const hasCodes = (user.factors ?? []).some(isRecovery);
  const { data } = useQuery({ ...recoveryQuery(openSession, user.id), enabled: hasCodes });

  async function make(): Promise<void> {
    setIsPending(true);
    const result = await makeRecoveryCodes(openSession(), true);
    setIsPending(false);
    if (result.ok) {
      onOpen({ kind: "codes", codes: result.value });
      await refetch();
    } else if (ABSENT_CODES.has(result.failure.code)) setIsMissing(true);
    else showFailure(result.failure);
  }

  const left = data ? texts.recoveryLeft(data.remaining, data.total) : "";
  const note = hasCodes ? left : isMissing ? texts.noCodesHere : texts.recoveryNone;
  return (
    <SecurityLine icon={<LifeBuoy className="size-6" />} name={texts.recovery} note={note}>
      {isMissing ? undefined : (
        <button
          type="button"
          disabled={isPending}
          onClick={() => (hasCodes ? onOpen({ kind: "new-codes" }) : void make())}
          className={buttonStyle("outline")}
        >
          {hasCodes ? texts.newCodes : texts.makeCodes}
        </button>
      )}
    </SecurityLine>
  );
}

/** Errors of a service without recovery codes; an older service sends no code at all. */
const ABSENT_CODES = new Set(["feature_disabled", "not_found", ""]);

type AddButtonsProps = TwoStepProps & { isOn: boolean };

function AddButtons({ user, isOn, onOpen }: AddButtonsProps) {
  const { twoStep: texts } = useTexts(securityMessages);
  const site = useSite();
  const openSession = useOpenSession();
  const refetch = useRefetchSecurity(user.id);
  const showFailure = useFailureToast();
  const toast = useToast();
  const [isPending, setIsPending] = useState(false);

  async function addKey(): Promise<void> {
    setIsPending(true);
    const taken = (user.factors ?? []).map(({ friendly_name: name }) => name);
    const result = await addKeyFactor(openSession(), freeName(texts.keyName, taken));
    setIsPending(false);
    if (!result.ok) return showFailure(result.failure);
    toast({ tone: "done", title: texts.title, text: texts.on });
    await refetch();
  }

  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <button
        type="button"
        onClick={() => onOpen({ kind: "add-app" })}
        className={buttonStyle(isOn ? "outline" : "brand")}
      >
        {texts.addApp}
      </button>
      {canUsePasskeys(site) && (
        <button
          type="button"
          disabled={isPending}
          onClick={() => void addKey()}
          className={buttonStyle("outline")}
        >
          {texts.addKey}
        </button>
      )}
    </div>
  );
}

/** "Passkey", "Passkey 2" and so on: the service requires unique names. */
function freeName(name: string, taken: readonly (string | undefined)[]): string {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name} ${count}`;
    if (!taken.includes(candidate)) return candidate;
  }
}
