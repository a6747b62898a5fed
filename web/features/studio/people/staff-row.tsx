import { type FormEvent, useState } from "react";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { peopleMessages } from "#shared/messages/studio/people.ts";
import { useTexts } from "#web/lib/site.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { RightsFields } from "./rights-fields.tsx";
import {
  dayOf,
  faultsOfRights,
  NO_FAULTS,
  type Rights,
  bundleOf,
  holdsAll,
  isOver,
} from "./rights.domain.ts";
import type { StaffMember } from "./staff.data.ts";
import { useStaffActs } from "./use-staff-actions.ts";
import { ConfirmDialog } from "#web/features/studio/kit/confirm-dialog.tsx";
import { useStudio } from "#web/features/studio/kit/studio-context.ts";
import { Light } from "#web/features/studio/kit/studio-page.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { useDayText } from "./use-day-text.ts";

type ChangeRightsDialogProps = { helper: StaffMember; onClose: () => void };

/** Changes the permissions of a staff member. */
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

type HelperLineProps = {
  helper: StaffMember;
  /** Time at which the list was fetched. */
  nowMs: number;
};

/** Staff member with permissions as text, and the actions. */
export function StaffRow({ helper, nowMs }: HelperLineProps) {
  const { staff } = useTexts(peopleMessages);
  const { me } = useStudio();
  const acts = useStaffActs();
  const [open, setOpen] = useState<"change" | "leave" | null>(null);
  const [isPending, setPending] = useState(false);
  const name = helper.name === "" ? staff.noName : helper.name;
  const isWithin = holdsAll(me.permissions, helper.permissions) && !helper.isOfServer;
  const close = (): void => setOpen(null);

  async function withdraw(): Promise<void> {
    setPending(true);
    const isDone = await acts.withdraw({ ...helper, name });
    setPending(false);
    if (isDone) close();
  }

  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-t border-line py-4 first:border-t-0">
      <HelperFacts helper={helper} name={name} nowMs={nowMs} />
      {isWithin && (
        <div className="flex flex-wrap gap-2">
          {!helper.isMe && (
            <button
              type="button"
              aria-label={staff.changeOf(name)}
              onClick={() => setOpen("change")}
              className={buttonStyle("outline")}
            >
              {staff.change}
            </button>
          )}
          <button
            type="button"
            disabled={isPending}
            aria-label={helper.isMe ? undefined : staff.withdrawOf(name)}
            onClick={() => (helper.isMe ? setOpen("leave") : void withdraw())}
            className={buttonStyle("danger")}
          >
            {helper.isMe ? staff.leave : staff.withdraw}
          </button>
        </div>
      )}
      {open === "change" && <ChangeRightsDialog helper={{ ...helper, name }} onClose={close} />}
      {open === "leave" && (
        <ConfirmDialog
          title={staff.leaveTitle}
          confirmText={staff.leave}
          onConfirm={withdraw}
          onClose={close}
        >
          {staff.leaveText}
        </ConfirmDialog>
      )}
    </li>
  );
}

function HelperFacts({ helper, name, nowMs }: HelperLineProps & { name: string }) {
  const { staff, bundles, rights } = useTexts(peopleMessages);
  const dayText = useDayText();
  const { permissions, since, until, invited_by_name: invitedBy } = helper;
  const bundle = bundleOf(permissions);
  const words =
    bundle === null
      ? permissions.map((permission) => rights[permission]).join(" · ")
      : bundles[bundle];
  const needsStep = helper.isOwner || permissions.includes("people");
  return (
    <div className="flex min-w-0 grow basis-64 flex-col items-start gap-1">
      <p className="font-semibold wrap-anywhere">
        <span>{name}</span>
        {helper.isMe && (
          <span className="ml-2 rounded-full bg-raised px-2.5 py-0.5 text-sm font-medium">
            {staff.you}
          </span>
        )}
      </p>
      <p className="wrap-anywhere">{words}</p>
      <p className="text-sm text-ink-soft">
        {invitedBy === null
          ? staff.since(dayText(since))
          : staff.sinceBy(dayText(since), invitedBy)}
      </p>
      {until !== null &&
        (isOver(until, nowMs) ? (
          <Light tone="off" text={staff.over(dayText(until))} />
        ) : (
          <Light tone="good" text={staff.until(dayText(until))} />
        ))}
      {needsStep && !helper.hasSecondStep && <Light tone="warn" text={staff.noStep} />}
      {helper.isOfServer && <p className="text-sm text-ink-soft">{staff.ofServer}</p>}
    </div>
  );
}
