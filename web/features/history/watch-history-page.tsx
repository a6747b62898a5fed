import { LogIn } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { watchMessages } from "#shared/messages/videos/watch.ts";
import { needsSession } from "#web/lib/session/needs-session.ts";
import { useSession } from "#web/lib/session/use-session.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { NoticeCard } from "#web/ui/notice-card.tsx";
import { HistoryFrame, HistoryLoading } from "./history-frame.tsx";

const loadMemberHistory = async () => ({
  default: (await import("./member-history.tsx")).MemberHistory,
});
const MemberHistory = lazy(loadMemberHistory);

/**
 * The videos that a member watched, on all devices of the account; visitors are asked to sign in.
 */
export function WatchHistoryPage() {
  const texts = useTexts(watchMessages);
  const session = useSession();
  const loading = (
    <HistoryFrame>
      <HistoryLoading />
    </HistoryFrame>
  );

  useEffect(() => {
    // With the session, not after it. A failure shows when the list is rendered.
    if (needsSession()) loadMemberHistory().catch(() => undefined);
  }, []);

  switch (session.status) {
    case "loading":
      return loading;
    case "second-step":
    case "signed-out":
      return (
        <HistoryFrame>
          <NoticeCard Icon={LogIn} text={texts.signInPrompt}>
            <Link to="/auth" className={buttonStyle("brand")}>
              {texts.signIn}
            </Link>
          </NoticeCard>
        </HistoryFrame>
      );
    case "signed-in":
      return (
        <Suspense fallback={loading}>
          <MemberHistory user={session.user} />
        </Suspense>
      );
  }
}
