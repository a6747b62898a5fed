import { useEffect, useState } from "react";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { useStudio } from "#web/features/studio/kit/studio-context.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { useTexts } from "#web/lib/site.ts";
import { type Other, readBeat, stillHere, withBeat } from "./others.domain.ts";

const SAY_EVERY_MS = 20_000;
/** How often it is looked who has left. */
const LOOK_EVERY_MS = 5_000;
const EVENT = "here";

type DocumentName = Pick<StudioDocument, "kind" | "id">;

/** Who else has the document open; nothing while nobody has, or nothing can be heard. */
export function OthersHere({ document }: { document: DocumentName }) {
  const { together } = useTexts(kitMessages);
  const names = useOthers(document).map(({ name }) => name);
  const [first, second] = names;
  if (first === undefined) return null;
  return (
    <p role="status" className="text-sm font-medium text-ink-soft">
      {second === undefined
        ? together.one(first)
        : names.length === 2
          ? together.two(first, second)
          : together.more(first, names.length - 1)}
    </p>
  );
}

function useOthers({ kind, id }: DocumentName): readonly Other[] {
  const { me, user, tools } = useStudio();
  const openSession = useOpenSession();
  const [isSavingData] = useDataSaver();
  const [others, setOthers] = useState<readonly Other[]>([]);
  const [open] = useState(() => openSession);
  const { joinTopic } = tools;
  const { name } = me;
  const userId = user.id;

  useEffect(() => {
    if (isSavingData) return undefined;
    let here: readonly Other[] = [];
    function show(next: readonly Other[]): void {
      here = next;
      setOthers(next);
    }
    const topic = joinTopic(open(), {
      topic: `studio:${kind}:${id}`,
      event: EVENT,
      onJoined: () => say(true),
      onHeard(payload) {
        const beat = readBeat(payload, userId);
        if (beat === null) return;
        if (beat.isNew) say();
        show(withBeat(here, beat, Date.now()));
      },
    });
    function say(isNew = false): void {
      if (document.hidden && !isNew) return;
      topic.say({ userId, name, at: new Date().toISOString(), isNew });
    }
    const sayAgain = (): void => say();
    const saying = setInterval(sayAgain, SAY_EVERY_MS);
    const looking = setInterval(() => show(stillHere(here, Date.now())), LOOK_EVERY_MS);
    document.addEventListener("visibilitychange", sayAgain);
    return () => {
      clearInterval(saying);
      clearInterval(looking);
      document.removeEventListener("visibilitychange", sayAgain);
      topic.leave();
      setOthers([]);
    };
  }, [isSavingData, joinTopic, open, kind, id, userId, name]);

  return others;
}
