import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { peopleMessages } from "#shared/messages/studio/people.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StudioCard, StudioPage, StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { StaffRow } from "./staff-row.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { type StaffMember, type Invitation, invitationsQuery, staffQuery } from "./staff.data.ts";
import { useDayText } from "./use-day-text.ts";
import { useStaffActions } from "./use-staff-actions.ts";

/** Staff with their permissions, open invitation links, and a form to invite. */
export function StaffPage() {
  const { staff, invite } = useTexts(peopleMessages);
  const query = useQuery(staffQuery(useClient()));
  const [isInviting, setInviting] = useState(false);
  return (
    <StudioPage
      title={staff.title}
      intro={staff.intro}
      actions={
        <button type="button" onClick={() => setInviting(true)} className={buttonStyle("brand")}>
          <UserPlus aria-hidden className="size-5" />
          {invite.action}
        </button>
      }
    >
      <StudioQuery query={query}>
        {(data) => <StaffList members={data} nowMs={query.dataUpdatedAt} />}
      </StudioQuery>
      <OpenInvitations />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </StudioPage>
  );
}

function StaffList({ members, nowMs }: { members: readonly StaffMember[]; nowMs: number }) {
  const { staff } = useTexts(peopleMessages);
  return (
    <StudioCard title={staff.list}>
      <ul>
        {members.map((member) => (
          <StaffRow key={member.user_id} member={member} nowMs={nowMs} />
        ))}
      </ul>
    </StudioCard>
  );
}

function OpenInvitations() {
  const { open } = useTexts(peopleMessages);
  const { data = [] } = useQuery(invitationsQuery(useClient()));
  if (data.length === 0) return null;
  return (
    <StudioCard title={open.title}>
      <ul>
        {data.map((invitation) => (
          <InvitationLine key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </StudioCard>
  );
}

function InvitationLine({ invitation }: { invitation: Invitation }) {
  const { open } = useTexts(peopleMessages);
  const dayText = useDayText();
  const { revokeInvitation } = useStaffActions();
  const [isPending, setPending] = useState(false);

  async function end(): Promise<void> {
    setPending(true);
    await revokeInvitation(invitation);
    setPending(false);
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0 grow basis-48">
        <p className="font-semibold wrap-anywhere">{invitation.email}</p>
        <p className="text-sm text-ink-soft">{open.until(dayText(invitation.expires_at))}</p>
      </div>
      <button
        type="button"
        disabled={isPending}
        aria-label={open.takeBackOf(invitation.email)}
        onClick={() => void end()}
        className={buttonStyle("outline")}
      >
        {open.takeBack}
      </button>
    </li>
  );
}
