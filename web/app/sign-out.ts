import { toastMessages } from "#shared/messages/toast.ts";
import { followBookmarkList } from "#web/features/bible/marks/sync-bookmark-list.ts";
import { forgetVoiceKey } from "#web/features/devotional/voice-key.data.ts";
import { clearAfterLeaving, sendBeforeLeaving } from "#web/base/sync/sync-scheduler.ts";
import { endSession, openSession } from "#web/lib/session/session.ts";
import type { Site } from "#web/lib/site.ts";
import { showToast } from "#web/ui/toast.tsx";

/**
 * Signs out and says so (S4.3). On a phone that several people share, the key with
 * which one of them pays a speech provider goes too, and so do the account's marks and places, once they are sent.
 */
export async function signOut(site: Site): Promise<void> {
  const { dismiss, signedOutTitle, signedOutText } = toastMessages[site.language];
  await sendBeforeLeaving(site);
  await Promise.all([endSession(openSession(site)), forgetVoiceKey()]);
  await clearAfterLeaving();
  await followBookmarkList();
  showToast({
    tone: "done",
    title: signedOutTitle,
    text: signedOutText,
    dismissLabel: dismiss,
  });
}
