import { waitFor } from "@testing-library/dom";
import { hourEstimate } from "#shared/device/data-estimate.domain.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { offlineMessages } from "#shared/messages/offline.ts";
import { profileMessages } from "#shared/messages/account/profile.ts";
import { toastMessages } from "#shared/messages/toast.ts";
import { trouble } from "#tests/gallery/long-texts.ts";
import type { GalleryState, GalleryStates } from "#tests/gallery/gallery-state.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { EmbedFrame } from "#web/ui/embed-frame.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { DataSaverPrompt, TapToStart } from "#web/ui/player-prompts.tsx";
import { showToast } from "#web/ui/toast.tsx";
import type { Toast } from "#web/ui/toast-list.ts";

const nothing = (): void => undefined;

function PlainDialog() {
  const texts = useTexts(profileMessages);
  return (
    <Dialog
      role="alertdialog"
      label={texts.deleteAccount}
      describedBy="text"
      className="m-auto max-w-sm rounded-card bg-surface p-6 text-ink"
      onClose={nothing}
    >
      <p id="text">{texts.deleteText}</p>
      <button type="button" className={buttonStyle("brand", "mt-4")}>
        {texts.close}
      </button>
    </Dialog>
  );
}

function DialogWithForm() {
  const texts = useTexts(profileMessages);
  return (
    <FormDialog title={texts.changePassword} closeLabel={texts.close} onClose={nothing}>
      {Array.from({ length: 12 }, (_, index) => (
        <p key={index} className="mb-4">
          {texts.deleteText}
        </p>
      ))}
    </FormDialog>
  );
}

function Pictures() {
  return (
    <div className="page grid gap-4 py-6 sm:grid-cols-2">
      {["/img/clip/one", "/img/broken"].map((src) => (
        <div key={src} className="aspect-video overflow-hidden rounded-card bg-raised">
          <Picture src={src} alt="" sizes="50vw" className="size-full object-cover" />
        </div>
      ))}
    </div>
  );
}

function WaitingPlayer() {
  const texts = useTexts(liveTvMessages);
  return (
    <div className="relative aspect-video bg-[#0a0716]">
      <TapToStart label={texts.watch("Reign TV")} price={hourEstimate(false)} onTap={nothing} />
    </div>
  );
}

function AskingPlayer() {
  return (
    <div className="relative aspect-video bg-[#0a0716]">
      <DataSaverPrompt price={hourEstimate(false)}>{null}</DataSaverPrompt>
    </div>
  );
}

/** Shows toasts, the last on top. They are rendered outside the view. */
function toasts(...tones: readonly (Pick<Toast, "tone"> & { hasAction?: true })[]): GalleryState {
  return {
    show: () => <p className="page py-6">…</p>,
    act: ({ language, screen }) => {
      const { dismiss } = toastMessages[language];
      for (const { tone, hasAction } of tones) {
        const text = trouble(language);
        showToast({
          ...text,
          tone,
          dismissLabel: dismiss,
          ...(hasAction && { action: { label: offlineMessages[language].reload, onAct: nothing } }),
        });
      }
      return waitFor(() => {
        const buttons = screen.getAllByRole("button", { name: dismiss });
        if (buttons.length < tones.length) throw new Error("A toast is missing");
      });
    },
  };
}

/** Overlays of a page and replacements of a player. */
export const STATES: GalleryStates = {
  dialog: { show: () => <PlainDialog /> },
  "form-dialog-long": { show: () => <DialogWithForm /> },
  toasts: toasts({ tone: "done" }, { tone: "danger" }, { tone: "done", hasAction: true }),
  pictures: { show: () => <Pictures /> },
  "saver-offer": {
    prepare: () => {
      Object.defineProperty(navigator, "connection", {
        value: { type: "cellular" },
        configurable: true,
      });
      return () => void Reflect.deleteProperty(navigator, "connection");
    },
    show: () => <AskingPlayer />,
  },
  "tap-to-start": { show: () => <WaitingPlayer /> },
  "embed-frame": {
    show: () => <EmbedFrame path="/embed/clip/one" title="Player" className="h-60 w-full" />,
  },
};
