import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import type { Permission } from "#shared/studio/permissions.ts";
import type { AccountSession } from "#web/lib/session/account-session.ts";
import { useOpenSession, useSessionWhenIdle } from "#web/lib/session/use-session.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";

const NEEDED: Permission = "devotionals";

const meSchema = v.object({ permissions: v.array(v.string()), needsSecondStep: v.boolean() });

/**
 * Link from the panel to the studio, for users who may publish there. The database enforces that
 * permission (F4).
 */
export function StudioLink() {
  const texts = useTexts(devotionalMessages);
  const session = useSessionWhenIdle();
  const openSession = useOpenSession();
  const isSignedIn = session.status === "signed-in";
  const query = useQuery({
    ...mayPublishQuery(() => openSession().client),
    enabled: isSignedIn,
  });
  if (!isSignedIn || query.data !== true) return null;
  return (
    <div className="mt-5 border-t border-line pt-5">
      <p className="max-w-prose text-sm text-ink-soft">{texts.studioText}</p>
      <Link to="/studio/devotionals/import" className={buttonStyle("brand", "mt-4")}>
        {texts.studioOpen}
      </Link>
    </div>
  );
}

/** Query whether the user may publish, perhaps after a second factor; false without a response. */
function mayPublishQuery(open: () => AccountSession["client"]): UseQueryOptions<boolean> {
  return {
    queryKey: ["may-publish-devotionals"],
    retry: false,
    async queryFn({ signal }) {
      const answer = await open().rpc("studio_me").abortSignal(signal).retry(false);
      const me = v.safeParse(meSchema, answer.data);
      if (!me.success) return false;
      const { permissions, needsSecondStep } = me.output;
      return needsSecondStep || permissions.includes(NEEDED);
    },
  };
}
