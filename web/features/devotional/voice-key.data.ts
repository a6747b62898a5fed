import { createDeviceStore } from "#shared/device/indexed-db-store.ts";
import {
  announceStorageChange,
  readStored,
  removeStored,
  subscribeToStorage,
} from "#web/lib/storage/storage.ts";
import { FORMER_VOICE_KEY } from "./devotional-storage.ts";
import { useEffect, useRef, useState } from "react";

/**
 * The reader's own key of the speech provider, in IndexedDB under "speech-provider-key", encrypted
 * with a non-extractable key. Without TLS browsers encrypt nothing; there it is plain.
 */
const store = createDeviceStore("speech-provider-key", "entries");
const ENTRY = "speech-provider-key";
const SEAL = "seal";
const CIPHER = "AES-GCM";
const VECTOR_BYTES = 12;

type Sealed = { vector: Uint8Array<ArrayBuffer>; text: ArrayBuffer };

/**
 * Returns the key; null without one. A key that an older version stored in localStorage moves here.
 */
async function readVoiceKey(): Promise<string | null> {
  const former = readStored(FORMER_VOICE_KEY);
  if (former !== null) {
    if (await saveVoiceKey(former.key)) removeStored(FORMER_VOICE_KEY.key);
    return former.key;
  }
  const stored = await store.read(ENTRY);
  if (typeof stored === "string") return stored;
  const seal = await store.read(SEAL);
  if (!isSealed(stored) || !(seal instanceof CryptoKey)) return null;
  const { vector: iv, text } = stored;
  return crypto.subtle.decrypt({ name: CIPHER, iv }, seal, text).then(
    (bytes) => new TextDecoder().decode(bytes),
    // A damaged entry counts as none.
    () => null,
  );
}

/** Stores the key and replaces the last one. False when the browser blocks storage. */
async function saveVoiceKey(key: string): Promise<boolean> {
  if (!isSecureContext) return store.keep({ [ENTRY]: key });
  const seal = await crypto.subtle.generateKey({ name: CIPHER, length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  const vector = crypto.getRandomValues(new Uint8Array(VECTOR_BYTES));
  const bytes = new TextEncoder().encode(key);
  const text = await crypto.subtle.encrypt({ name: CIPHER, iv: vector }, seal, bytes);
  const sealed: Sealed = { vector, text };
  return store.keep({ [ENTRY]: sealed, [SEAL]: seal });
}

/** Deletes the key and its encryption key, also where older versions stored it. */
export async function deleteVoiceKey(): Promise<void> {
  removeStored(FORMER_VOICE_KEY.key);
  await store.forget("");
  announceStorageChange();
}

function isSealed(value: unknown): value is Sealed {
  return (
    typeof value === "object" &&
    value !== null &&
    "vector" in value &&
    value.vector instanceof Uint8Array &&
    "text" in value &&
    value.text instanceof ArrayBuffer
  );
}

type VoiceKey = {
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
