import { peopleMessages } from "#shared/messages/studio/people.ts";
import { useReauthentication } from "#web/features/studio/kit/reauthentication/use-reauthentication.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import {
  useDoneToast,
  useFailureToast,
  useInvalidateStudio,
  useStudioToast,
} from "#web/features/studio/kit/use-publish-action.ts";
import { useTexts } from "#web/lib/site.ts";
import { dayOf, type Rights } from "./rights.domain.ts";
import {
  changeStaff,
  type StaffMember,
  type Invitation,
  type StaffFailure,
  takeBack,
  withdraw,
} from "./staff.data.ts";

type StaffActs = {
  /** @returns false when nothing was changed. */
  change: (helper: StaffMember, rights: Rights) => Promise<boolean>;
  withdraw: (helper: StaffMember) => Promise<boolean>;
  takeBack: (invitation: Invitation) => Promise<void>;
};

/** Actions on staff members; each reports success with undo, or the failure. */
export function useStaffActs(): StaffActs {
  const { staff, open: openTexts } = useTexts(peopleMessages);
  const open = useClient();
  const proved = useReauthentication();
  const tellDone = useDoneToast();
  const tellFailure = useStaffFailure();
  const readAnew = useInvalidateStudio();

  async function put(helper: StaffMember, rights: Rights, done: string): Promise<boolean> {
    const answer = await proved(() => changeStaff(open, helper.user_id, rights));
    if (!answer.ok) {
      tellFailure(answer.failure);
      return false;
    }
    readAnew();
    tellDone(done, helper.isMe ? null : () => giveBack(helper));
    return true;
  }

  /** Restores the permissions of the loaded list. */
  async function giveBack(helper: StaffMember): Promise<void> {
    const { permissions, until, user_id: id } = helper;
    const rights = { permissions, until: dayOf(until) };
    const answer = await proved(() => changeStaff(open, id, rights));
    if (!answer.ok) return tellFailure(answer.failure);
    readAnew();
    tellDone(staff.restored(helper.name), null);
  }

  return {
    change: (helper, rights) => put(helper, rights, staff.changed(helper.name)),
    async withdraw(helper) {
      const answer = await proved(() => withdraw(open, helper.user_id));
      if (!answer.ok) {
        tellFailure(answer.failure);
        return false;
      }
      readAnew();
      if (helper.isMe) tellDone(staff.left, null);
      else tellDone(staff.withdrawn(helper.name), () => giveBack(helper));
      return true;
    },
    async takeBack(invitation) {
      const answer = await proved(() => takeBack(open, invitation.id));
      if (!answer.ok) return tellFailure(answer.failure);
      readAnew();
      tellDone(openTexts.takenBack(invitation.email), null);
    },
  };
}

/** Shows the reason of a failure. */
function useStaffFailure(): (failure: StaffFailure) => void {
  const { staff } = useTexts(peopleMessages);
  const tell = useFailureToast();
  const toast = useStudioToast();
  return (failure) => {
    if (failure === "last-owner") toast({ tone: "danger", title: staff.lastOwner });
    else tell(failure);
  };
}
