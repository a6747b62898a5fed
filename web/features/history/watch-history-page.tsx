import { LogIn } from "lucide-react";
import { watchMessages } from "#shared/messages/videos/watch.ts";
import { useStoredSession } from "#web/lib/session/use-session.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { NoticeCard } from "#web/ui/notice-card.tsx";
import { ContinueRow } from "./continue-row.tsx";
import { HistoryFrame, HistoryLoading } from "./history-frame.tsx";
import { MemberHistory } from "./member-history.tsx";

/**
 * The videos that a member watched, on all devices of the account; visitors are asked to sign in, above
 * what this device can continue.
 */
export function WatchHistoryPage() {
  const texts = useTexts(watchMessages);
  const session = useStoredSession();
  switch (session.status) {
    case "loading":
      return (
        <HistoryFrame>
          <HistoryLoading />
        </HistoryFrame>
      );
    case "second-step":
    case "signed-out":
      return (
        <HistoryFrame>
          <NoticeCard Icon={LogIn} text={texts.signInPrompt}>
            <Link to="/auth" className={buttonStyle("brand")}>
              {texts.signIn}
            </Link>
          </NoticeCard>
          {session.status === "signed-out" && (
            <div className="mt-8 empty:hidden">
              <ContinueRow />
            </div>
          )}
        </HistoryFrame>
      );
    case "signed-in":
      return <MemberHistory user={session.user} />;
  }
}
