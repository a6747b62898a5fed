import { peopleMessages } from "#shared/messages/studio/people.ts";
import { useReauthentication } from "#web/features/studio/kit/reauthentication.tsx";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import {
  useDoneToast,
  useFailureToast,
  useInvalidateStudio,
  useStudioToast,
} from "#web/features/studio/kit/use-publish-action.ts";
import { useTexts } from "#web/lib/site.ts";
import { dayOf, type StaffAccess } from "./access.domain.ts";
import {
  changeStaff,
  type StaffMember,
  type Invitation,
  type StaffFailure,
  revokeInvitation,
  revokeAccess,
} from "./staff.data.ts";

type StaffActions = {
  /** @returns false when nothing was changed. */
  change: (member: StaffMember, access: StaffAccess) => Promise<boolean>;
  revokeAccess: (member: StaffMember) => Promise<boolean>;
  revokeInvitation: (invitation: Invitation) => Promise<void>;
};

/** Actions on staff members; each reports success with undo, or the failure. */
export function useStaffActions(): StaffActions {
  const { staff, open: openTexts } = useTexts(peopleMessages);
  const open = useClient();
  const withReauthentication = useReauthentication();
  const showDone = useDoneToast();
  const showFailure = useStaffFailure();
  const invalidate = useInvalidateStudio();

  async function put(member: StaffMember, access: StaffAccess, done: string): Promise<boolean> {
    const result = await withReauthentication(() => changeStaff(open, member.user_id, access));
    if (!result.ok) {
      showFailure(result.failure);
      return false;
    }
    invalidate();
    showDone(done, member.isMe ? null : () => restore(member));
    return true;
  }

  /** Restores the permissions of the loaded list. */
  async function restore(member: StaffMember): Promise<void> {
    const { permissions, until, user_id: id } = member;
    const access = { permissions, until: dayOf(until) };
    const result = await withReauthentication(() => changeStaff(open, id, access));
    if (!result.ok) return showFailure(result.failure);
    invalidate();
    showDone(staff.restored(member.name), null);
  }

  return {
    change: (member, access) => put(member, access, staff.changed(member.name)),
    async revokeAccess(member) {
      const result = await withReauthentication(() => revokeAccess(open, member.user_id));
      if (!result.ok) {
        showFailure(result.failure);
        return false;
      }
      invalidate();
      if (member.isMe) showDone(staff.left, null);
      else showDone(staff.withdrawn(member.name), () => restore(member));
      return true;
    },
    async revokeInvitation(invitation) {
      const result = await withReauthentication(() => revokeInvitation(open, invitation.id));
      if (!result.ok) return showFailure(result.failure);
      invalidate();
      showDone(openTexts.takenBack(invitation.email), null);
    },
  };
}

/** Shows the reason of a failure. */
function useStaffFailure(): (failure: StaffFailure) => void {
  const { staff } = useTexts(peopleMessages);
  const report = useFailureToast();
  const toast = useStudioToast();
  return (failure) => {
    if (failure === "last-owner") toast({ tone: "danger", title: staff.lastOwner });
    else report(failure);
  };
}
