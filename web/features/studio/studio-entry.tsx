import { useQuery } from "@tanstack/react-query";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useSessionWhenIdle } from "#web/lib/session/use-session.ts";
import { localisedPath } from "#shared/languages.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { currentMemberQuery } from "./kit/gate/current-member.data.ts";
import { useClient } from "./kit/studio-context.ts";

/** Link to the studio on the profile of staff; renders nothing for other users. */
export function StudioEntry() {
  const session = useSessionWhenIdle();
  return session.status === "signed-in" ? <EntryOf userId={session.user.id} /> : null;
}

function EntryOf({ userId }: { userId: string }) {
  const { language } = useSite();
  const { card } = useTexts(kitMessages);
  const { data: me } = useQuery({ ...currentMemberQuery(useClient(), userId), retry: false });
  if (!me || (me.permissions.length === 0 && !me.needsSecondStep)) return null;
  return (
    <section
      aria-labelledby="studio-entry"
      className="rounded-card border border-line bg-surface p-6 shadow-card"
    >
      <h2 id="studio-entry" className="text-xl font-bold tracking-tight">
        {card.title}
      </h2>
      <p className="mt-2 mb-4 text-ink-soft">{card.text}</p>
      {/* A document of its own: its headers allow the camera. */}
      <a href={localisedPath("/studio", language)} className={buttonStyle("brand")}>
        {card.open}
      </a>
    </section>
  );
}
