import { UserRound } from "lucide-react";
import { useNeedsSession, useSessionFlag } from "#web/lib/session/session-flag.ts";
import { useMessages } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { optional } from "#web/ui/optional.tsx";

const SessionWatcher = optional(
  async () => (await import("#web/app/session-watcher.tsx")).SessionWatcher,
);

const AccountFace = optional(
  async () => (await import("#web/app/session-watcher.tsx")).AccountFace,
);

/** Sign In in the header, or the link to the profile; both have the same width. */
export function AccountControl() {
  const { shell } = useMessages();
  const isSignedIn = useSessionFlag();
  const needsSession = useNeedsSession();
  return (
    <>
      <Link
        to={isSignedIn ? "/profile" : "/auth"}
        className={buttonStyle("quiet", "max-sm:w-10 max-sm:min-h-10 max-sm:px-0 sm:min-w-36")}
      >
        <UserRound aria-hidden className="size-4" />
        {isSignedIn && <AccountFace />}
        <span className="sr-only sm:not-sr-only">
          {isSignedIn ? shell.myProfile : shell.signIn}
        </span>
      </Link>
      {needsSession && <SessionWatcher />}
    </>
  );
}
