import { type FormEvent, useState } from "react";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { peopleMessages } from "#shared/messages/studio/people.ts";
import { useTexts } from "#web/lib/site.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { RightsFields } from "./rights-fields.tsx";
import { dayOf, faultsOfRights, NO_FAULTS, type Rights } from "./rights.domain.ts";
import type { StaffMember } from "./staff.data.ts";
import { useStaffActs } from "./use-staff-actions.ts";

type ChangeRightsDialogProps = { helper: StaffMember; onClose: () => void };

/** Changes what a helper may do. */
export function ChangeRightsDialog({ helper, onClose }: ChangeRightsDialogProps) {
  const { close } = useTexts(kitMessages);
  const { staff, form } = useTexts(peopleMessages);
  const acts = useStaffActs();
  const [rights, setRights] = useState<Rights>({
    permissions: helper.permissions,
    until: dayOf(helper.until),
  });
  const [faults, setFaults] = useState(NO_FAULTS);
  const [isPending, setPending] = useState(false);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const found = faultsOfRights(rights, dayOf(new Date().toISOString()));
    setFaults(found);
    if (found.rights || found.until) return;
    setPending(true);
    const isDone = await acts.change(helper, rights);
    setPending(false);
    if (isDone) onClose();
  }

  return (
    <FormDialog title={staff.changeOf(helper.name)} closeLabel={close} onClose={onClose}>
      <form method="post" noValidate onSubmit={(event) => void save(event)} className="stack-4">
        <RightsFields rights={rights} onChange={setRights} faults={faults} />
        <SubmitButton text={form.save} pendingText={form.saving} isPending={isPending} />
      </form>
    </FormDialog>
  );
}
