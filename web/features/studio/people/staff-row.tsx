import { type FormEvent, useState } from "react";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { peopleMessages } from "#shared/messages/studio/people.ts";
import { useTexts } from "#web/lib/site.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { AccessFields } from "./access-fields.tsx";
import {
  dayOf,
  validateAccess,
  NO_ERRORS,
  type StaffAccess,
  bundleOf,
  holdsAll,
  isOver,
} from "./access.domain.ts";
import type { StaffMember } from "./staff.data.ts";
import { useStaffActions } from "./use-staff-actions.ts";
import { ConfirmDialog } from "#web/features/studio/kit/confirm-dialog.tsx";
import { useStudio } from "#web/features/studio/kit/studio-context.ts";
import { StatusLabel } from "#web/features/studio/kit/studio-page.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { useDayText } from "#web/features/studio/kit/use-time-text.ts";

type ChangeAccessDialogProps = { member: StaffMember; onClose: () => void };

/** Changes the permissions of a staff member. */
function ChangeAccessDialog({ member, onClose }: ChangeAccessDialogProps) {
  const { close } = useTexts(kitMessages);
  const { staff, form } = useTexts(peopleMessages);
  const actions = useStaffActions();
  const [access, setAccess] = useState<StaffAccess>({
    permissions: member.permissions,
    until: dayOf(member.until),
  });
  const [errors, setErrors] = useState(NO_ERRORS);
  const [isPending, setPending] = useState(false);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const found = validateAccess(access, dayOf(new Date().toISOString()));
    setErrors(found);
    if (found.access || found.until) return;
    setPending(true);
    const isDone = await actions.change(member, access);
    setPending(false);
    if (isDone) onClose();
  }

  return (
    <FormDialog title={staff.changeOf(member.name)} closeLabel={close} onClose={onClose}>
      <form method="post" noValidate onSubmit={(event) => void save(event)} className="stack-4">
        <AccessFields access={access} onChange={setAccess} errors={errors} />
        <SubmitButton text={form.save} pendingText={form.saving} isPending={isPending} />
      </form>
    </FormDialog>
  );
}

type StaffRowProps = {
  member: StaffMember;
  /** Time at which the list was fetched. */
  nowMs: number;
};

/** Staff member with permissions as text, and the actions. */
export function StaffRow({ member, nowMs }: StaffRowProps) {
  const { staff } = useTexts(peopleMessages);
  const { me } = useStudio();
  const actions = useStaffActions();
  const [open, setOpen] = useState<"change" | "leave" | null>(null);
  const [isPending, setPending] = useState(false);
  const name = member.name === "" ? staff.noName : member.name;
  const isWithin = holdsAll(me.permissions, member.permissions) && !member.isOfServer;
  const close = (): void => setOpen(null);

  async function revokeAccess(): Promise<void> {
    setPending(true);
    const isDone = await actions.revokeAccess({ ...member, name });
    setPending(false);
    if (isDone) close();
  }

  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-t border-line py-4 first:border-t-0">
      <StaffInfo member={member} name={name} nowMs={nowMs} />
      {isWithin && (
        <div className="button-row">
          {!member.isMe && (
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
            aria-label={member.isMe ? undefined : staff.withdrawOf(name)}
            onClick={() => (member.isMe ? setOpen("leave") : void revokeAccess())}
            className={buttonStyle("danger")}
          >
            {member.isMe ? staff.leave : staff.withdraw}
          </button>
        </div>
      )}
      {open === "change" && <ChangeAccessDialog member={{ ...member, name }} onClose={close} />}
      {open === "leave" && (
        <ConfirmDialog
          title={staff.leaveTitle}
          confirmText={staff.leave}
          onConfirm={revokeAccess}
          onClose={close}
        >
          {staff.leaveText}
        </ConfirmDialog>
      )}
    </li>
  );
}

function StaffInfo({ member, name, nowMs }: StaffRowProps & { name: string }) {
  const { staff, bundles, rights } = useTexts(peopleMessages);
  const dayText = useDayText();
  const { permissions, since, until, invited_by_name: invitedBy } = member;
  const bundle = bundleOf(permissions);
  const permissionText =
    bundle === null
      ? permissions.map((permission) => rights[permission]).join(" · ")
      : bundles[bundle];
  const needsMfa = member.isOwner || permissions.includes("people");
  return (
    <div className="flex min-w-0 grow basis-64 flex-col items-start gap-1">
      <p className="font-semibold wrap-anywhere">
        <span>{name}</span>
        {member.isMe && (
          <span className="ml-2 rounded-full bg-raised px-2.5 py-0.5 text-sm font-medium">
            {staff.you}
          </span>
        )}
      </p>
      <p className="wrap-anywhere">{permissionText}</p>
      <p className="text-sm text-ink-soft">
        {invitedBy === null
          ? staff.since(dayText(since))
          : staff.sinceBy(dayText(since), invitedBy)}
      </p>
      {until !== null &&
        (isOver(until, nowMs) ? (
          <StatusLabel tone="off" text={staff.over(dayText(until))} />
        ) : (
          <StatusLabel tone="good" text={staff.until(dayText(until))} />
        ))}
      {needsMfa && !member.hasSecondStep && <StatusLabel tone="warn" text={staff.noStep} />}
      {member.isOfServer && <p className="text-sm text-ink-soft">{staff.ofServer}</p>}
    </div>
  );
}
