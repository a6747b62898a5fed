import { Columns2 } from "lucide-react";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { type ReaderVersion, useVersions } from "#web/base/reading/bible-versions.data.ts";
import { STORED_SECOND_VERSION } from "#web/features/bible/bible-storage-keys.ts";
import type { OpenBible, useBibleLocation } from "#web/features/bible/use-bible-location.ts";
import { useTexts } from "#web/lib/site.ts";
import { readStored, writeStored } from "#web/lib/storage/storage.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

type Open = ReturnType<typeof useBibleLocation>["open"];

type SecondVersionButtonProps = Pick<OpenBible, "version"> & {
  secondVersion: ReaderVersion | null;
  open: Open;
};

/** Toggles a second version, the last one used. */
export function SecondVersionButton({ version, secondVersion, open }: SecondVersionButtonProps) {
  const texts = useTexts(bibleMessages);
  const others = useSecondVersions(version);
  if (others.length === 0) return null;
  function toggle(): void {
    const last = readStored(STORED_SECOND_VERSION);
    const own = others.find(({ language }) => language !== version.language) ?? others[0];
    open({
      secondVersion: secondVersion ? null : (others.find(({ id }) => id === last) ?? own ?? null),
    });
  }
  return (
    <IconButton
      label={texts.sideBySide}
      aria-pressed={secondVersion !== null}
      className={secondVersion ? "text-brand" : undefined}
      onClick={toggle}
    >
      <Columns2 aria-hidden className="size-5" />
    </IconButton>
  );
}

/** Returns the versions that can be the second one. */
export function useSecondVersions({ id }: Pick<ReaderVersion, "id">): readonly ReaderVersion[] {
  return useVersions().all.filter((other) => other.state === "ready" && other.id !== id);
}

/** Opens a second version and stores the choice on this device. */
export function openSecondVersion(open: Open, secondVersion: ReaderVersion): void {
  writeStored(STORED_SECOND_VERSION, secondVersion.id);
  open({ secondVersion });
}
