import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  type OwnVideoChanges,
  ownVideoChangesSchema,
  type StudioOwnVideo,
} from "#shared/contracts/own-videos.ts";
import { useClient, useStudio } from "#web/features/studio/kit/studio-context.ts";
import {
  createFactsDraft,
  type FactsDraft,
  type FactsDraftState,
  withTyped,
} from "#web/features/studio/own-videos/facts-draft.ts";
import { changeOwnVideo, keepOwnVideo } from "#web/features/studio/own-videos/own-videos.data.ts";
import { type StoredEntry, storedEntry } from "#web/lib/storage/storage-keys.ts";
import { readStored, removeStored, writeStored } from "#web/lib/storage/storage.ts";

/** Facts as they are typed, with where they are saved. */
export type Facts = Pick<FactsDraftState, "saving"> &
  Pick<FactsDraft, "edit" | "flush"> & {
    /** The video with what was typed. */
    values: StudioOwnVideo;
  };

function entryOf(author: string, id: string): StoredEntry<OwnVideoChanges> {
  const kind = "own-video";
  return storedEntry(`studioDraft_${author}_${kind}_${id}`, ownVideoChangesSchema, {});
}

/** Keeps facts of a video while they are typed, on the device until the server has them. */
export function useFactsDraft(video: StudioOwnVideo): Facts {
  const { id } = video;
  const open = useClient();
  const queryClient = useQueryClient();
  const { user } = useStudio();
  const [state, setState] = useState<FactsDraftState | null>(null);
  const [draft] = useState(() => {
    const entry = entryOf(user.id, id);
    return createFactsDraft({
      send: (changes) => changeOwnVideo(open, id, changes),
      later(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      kept: readStored(entry),
      keep(pending) {
        if (Object.keys(pending).length === 0) removeStored(entry.key);
        else writeStored(entry, pending);
      },
      onSaved: (saved) => keepOwnVideo(queryClient, saved),
      onChange: setState,
    });
  });

  useEffect(() => {
    function warn(event: BeforeUnloadEvent): void {
      if (Object.keys(draft.state().pending).length > 0) event.preventDefault();
    }
    const saveNow = (): void => void draft.flush();
    draft.start();
    window.addEventListener("beforeunload", warn);
    window.addEventListener("online", saveNow);
    return () => {
      window.removeEventListener("beforeunload", warn);
      window.removeEventListener("online", saveNow);
      // Another page of the studio is opened: what waits is sent now.
      void draft.flush();
      draft.stop();
    };
  }, [draft]);

  const current = state ?? draft.state();
  const { edit, flush } = draft;
  return { saving: current.saving, values: withTyped(video, current), edit, flush };
}
