import { toastMessages } from "#shared/messages/toast.ts";
import { endSession, openSession } from "#web/lib/session.ts";
import type { Site } from "#web/lib/site.ts";
import { showToast } from "#web/ui/toast.tsx";

/** Signs out and says so (specification section 8). */
export async function signOut(site: Site): Promise<void> {
  const { dismiss, signedOutTitle, signedOutText } = toastMessages[site.language];
  await endSession(openSession(site));
  showToast({
    tone: "done",
    title: signedOutTitle,
    text: signedOutText,
    dismissLabel: dismiss,
  });
}
