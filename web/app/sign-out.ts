import { within } from "#shared/within.ts";
import { toastMessages } from "#shared/messages/toast.ts";
import { sessionMessages } from "#shared/messages/account/session.ts";
import { syncBookmarkList } from "#web/features/bible/marks/sync-bookmark-list.ts";
import { deleteVoiceKey } from "#web/features/devotional/voice-key.data.ts";
import { clearAfterLeaving, sendBeforeLeaving } from "#web/base/sync/sync-scheduler.ts";
import { endSession } from "#web/lib/session/account-session.ts";
import { loadSession } from "#web/lib/session/load-session.ts";
import type { Site } from "#web/lib/site.ts";
import { showToast } from "#web/ui/toast.tsx";

/**
 * Limit for sending unsaved changes before the session ends, and for clearing the device after it.
 */
const STEP_LIMIT_MS = 1_500;

/**
 * Signs out and says so (S4.3), within a few seconds even when nothing responds. For shared phones
 * it also removes the user's key of a speech provider and, once they are sent, the account's marks
 * and positions.
 */
export async function signOut(site: Site): Promise<void> {
  const { signedOutTitle, signedOutText } = sessionMessages[site.language];
  await within(STEP_LIMIT_MS, sendBeforeLeaving(site), undefined);
  await endSession(await loadSession(site));
  await within(STEP_LIMIT_MS, clearDevice(), undefined);
  showToast({
    tone: "done",
    title: signedOutTitle,
    text: signedOutText,
    dismissLabel: toastMessages[site.language].dismiss,
  });
}

async function clearDevice(): Promise<void> {
  const marks = clearAfterLeaving().then(syncBookmarkList);
  await Promise.all([deleteVoiceKey(), marks]);
}
