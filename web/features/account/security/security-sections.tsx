import type { User } from "@supabase/supabase-js";
import { useState } from "react";
import { securityMessages } from "#shared/messages/account/security.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useOpenSession, useSessionWhenIdle } from "#web/lib/session/use-session.ts";
import { useToast } from "#web/ui/use-toast.ts";
import { AddAuthenticatorDialog } from "./add-authenticator-dialog.tsx";
import { canUsePasskeys } from "./can-use-passkeys.ts";
import { DevicesSection } from "./devices-section.tsx";
import { IdentitiesSection, PasskeysSection } from "./sign-in-sections.tsx";
import {
  RemovePasskeyDialog,
  RenamePasskeyDialog,
  VerifyDialog,
  RecoveryCodesDialog,
} from "./security-dialogs.tsx";
import { isRecovery, makeRecoveryCodes, removeFactor } from "./factors.data.ts";
import type { SecurityDialog } from "./section-parts.tsx";
import { TwoStepSection } from "./two-step-section.tsx";
import { useFailureToast, useRefetchSecurity } from "./security-query.ts";

/** State shared with the page around the sections. */
export type SecurityView = {
  user: User;
  isSignedOut: boolean;
  /** Called when a dialog with possible input opens or closes. */
  onOpenChange: (isOpen: boolean) => void;
};

export function SecuritySections({ user, isSignedOut, onOpenChange }: SecurityView) {
  const site = useSite();
  const [dialog, setDialog] = useState<SecurityDialog | null>(null);
  const { status } = useSessionWhenIdle();

  function open(next: SecurityDialog | null): void {
    setDialog(next);
    onOpenChange(next !== null);
  }

  // Every part calls the backend client.
  if (status === "loading") return null;

  return (
    <>
      <TwoStepSection user={user} onOpen={open} />
      {canUsePasskeys(site) && <PasskeysSection user={user} onOpen={open} />}
      <DevicesSection user={user} />
      <IdentitiesSection user={user} />
      {dialog && <OpenDialog dialog={dialog} user={user} isSignedOut={isSignedOut} onOpen={open} />}
    </>
  );
}

/** Only the second factor, for a page that requires it. */
export function MfaSetup({ user }: { user: User }) {
  const [dialog, setDialog] = useState<SecurityDialog | null>(null);
  return (
    <>
      <TwoStepSection user={user} onOpen={setDialog} />
      {dialog && <OpenDialog dialog={dialog} user={user} isSignedOut={false} onOpen={setDialog} />}
    </>
  );
}

type OpenDialogProps = {
  dialog: SecurityDialog;
  user: User;
  isSignedOut: boolean;
  onOpen: (dialog: SecurityDialog | null) => void;
};

function OpenDialog({ dialog, user, isSignedOut, onOpen }: OpenDialogProps) {
  const refetch = useRefetchSecurity(user.id);
  const common = { user, isSignedOut, onClose: () => onOpen(null) };
  switch (dialog.kind) {
    case "add-app":
      return (
        <AddAuthenticatorDialog
          {...common}
          onDone={(codes) => {
            onOpen(codes && { kind: "codes", codes });
            void refetch();
          }}
        />
      );
    case "codes":
      return <RecoveryCodesDialog codes={dialog.codes} onClose={common.onClose} />;
    case "new-codes":
      return <NewCodesDialog {...common} onOpen={onOpen} />;
    case "remove-factor":
      return <RemoveFactorDialog {...common} factor={dialog.factor} />;
    case "rename-passkey":
      return <RenamePasskeyDialog {...common} passkey={dialog.passkey} />;
    case "remove-passkey":
      return <RemovePasskeyDialog {...common} passkey={dialog.passkey} />;
  }
}

type CommonProps = { user: User; isSignedOut: boolean; onClose: () => void };

function NewCodesDialog(props: CommonProps & { onOpen: OpenDialogProps["onOpen"] }) {
  const { user, onOpen, onClose } = props;
  const texts = useTexts(securityMessages);
  const openSession = useOpenSession();
  const refetch = useRefetchSecurity(user.id);
  const showFailure = useFailureToast();

  async function renew(): Promise<void> {
    const result = await makeRecoveryCodes(openSession(), false);
    if (!result.ok) return showFailure(result.failure);
    onOpen({ kind: "codes", codes: result.value });
    await refetch();
  }

  return (
    <VerifyDialog
      user={user}
      isSignedOut={props.isSignedOut}
      title={texts.recovery.renewTitle}
      text={texts.recovery.renewText}
      pendingText={texts.loading}
      takesRecovery
      onVerified={renew}
      onClose={onClose}
    />
  );
}

type RemoveFactorProps = CommonProps & {
  factor: Extract<SecurityDialog, { kind: "remove-factor" }>["factor"];
};

function RemoveFactorDialog({ user, factor, isSignedOut, onClose }: RemoveFactorProps) {
  const all = useTexts(securityMessages);
  const texts = all.removeFactor;
  const openSession = useOpenSession();
  const refetch = useRefetchSecurity(user.id);
  const showFailure = useFailureToast();
  const toast = useToast();
  const factors = user.factors ?? [];
  const isLast = factors.every(
    (other) => other.id === factor.id || other.status !== "verified" || isRecovery(other),
  );

  async function remove(): Promise<void> {
    const result = await removeFactor(openSession(), factor.id, factors);
    if (!result.ok) return showFailure(result.failure);
    onClose();
    toast({ tone: "done", title: isLast ? texts.doneLast : texts.done });
    await refetch();
  }

  const kind = factor.factor_type === "webauthn" ? all.twoStep.key : all.twoStep.app;
  return (
    <VerifyDialog
      user={user}
      isSignedOut={isSignedOut}
      title={texts.title(factor.friendly_name || kind)}
      text={isLast ? texts.last : texts.other}
      pendingText={all.removing}
      // Recovery codes are removed before the last factor, so they cannot verify its removal.
      takesRecovery={!isLast}
      onVerified={remove}
      onClose={onClose}
    />
  );
}
