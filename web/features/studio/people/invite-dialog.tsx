import { type FormEvent, useState } from "react";
import { z } from "zod";
import { joinAddress } from "#shared/studio/invitation-url.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { peopleMessages } from "#shared/messages/studio/people.ts";
import { useReauthentication } from "#web/features/studio/kit/reauthentication/use-reauthentication.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import {
  useFailureToast,
  useInvalidateStudio,
} from "#web/features/studio/kit/use-publish-action.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { MadeLink } from "./made-link.tsx";
import { RightsFields } from "./rights-fields.tsx";
import { dayOf, faultsOfRights, NO_FAULTS, type Rights } from "./rights.domain.ts";
import { invite } from "./staff.data.ts";

const addressSchema = z.email().max(254);

type Made = { address: string; link: string };

/** Asks who is invited and with what; then shows the link, this once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { close } = useTexts(kitMessages);
  const texts = useTexts(peopleMessages).invite;
  const [made, setMade] = useState<Made | null>(null);
  return (
    <FormDialog
      title={made === null ? texts.title : texts.madeTitle}
      closeLabel={close}
      onClose={onClose}
    >
      {made === null ? <InviteForm onMade={setMade} /> : <MadeLink {...made} onClose={onClose} />}
    </FormDialog>
  );
}

function InviteForm({ onMade }: { onMade: (made: Made) => void }) {
  const texts = useTexts(peopleMessages).invite;
  const { siteUrl } = useSite();
  const open = useClient();
  const proved = useReauthentication();
  const tellFailure = useFailureToast();
  const readAnew = useInvalidateStudio();
  const [email, setEmail] = useState("");
  const [rights, setRights] = useState<Rights>({ permissions: [], until: "" });
  const [faults, setFaults] = useState({ ...NO_FAULTS, email: false });
  const [isPending, setPending] = useState(false);

  async function make(event: FormEvent): Promise<void> {
    event.preventDefault();
    const address = addressSchema.safeParse(email.trim());
    const found = faultsOfRights(rights, dayOf(new Date().toISOString()));
    setFaults({ ...found, email: !address.success });
    if (!address.success || found.rights || found.until) return;
    setPending(true);
    const answer = await proved(() => invite(open, address.data, rights));
    setPending(false);
    if (!answer.ok) return tellFailure(answer.failure);
    readAnew();
    onMade({ address: address.data, link: joinAddress(siteUrl, answer.value) });
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void make(event)} className="stack-4">
      <p className="text-ink-soft">{texts.text}</p>
      <TextField
        type="email"
        name="email"
        autoComplete="off"
        label={texts.email}
        value={email}
        error={faults.email ? texts.emailFault : undefined}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <RightsFields rights={rights} onChange={setRights} faults={faults} />
      <SubmitButton text={texts.make} pendingText={texts.making} isPending={isPending} />
    </form>
  );
}
