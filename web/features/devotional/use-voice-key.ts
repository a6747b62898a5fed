import { useEffect, useRef, useState } from "react";
import { subscribeToStorage, announceStorageChange } from "#web/lib/storage/storage.ts";
import { deleteVoiceKey, saveVoiceKey, readVoiceKey } from "./voice-key.data.ts";

export type VoiceKey = {
  /** The reader's own key; null without one, undefined until it is read. */
  key: string | null | undefined;
  /** Resolves with the key once it is known. */
  read: () => Promise<string | null>;
  keep: (key: string) => void;
  forget: () => void;
};

/**
 * Returns the reader's own key of the speech provider and follows changes elsewhere on the page.
 */
export function useVoiceKey(): VoiceKey {
  const [key, setKey] = useState<string | null>();
  const latest = useRef<Promise<string | null> | null>(null);

  useEffect(() => {
    async function look(): Promise<void> {
      const reading = readVoiceKey();
      latest.current = reading;
      const found = await reading;
      if (latest.current === reading) setKey(found);
    }
    void look();
    const stop = subscribeToStorage(() => void look());
    return () => {
      latest.current = null;
      stop();
    };
  }, []);

  return {
    key,
    read: () => latest.current ?? readVoiceKey(),
    keep(next) {
      setKey(next);
      void saveVoiceKey(next).then(announceStorageChange);
    },
    forget() {
      setKey(null);
      void deleteVoiceKey();
    },
  };
}
