import { clsx } from "clsx";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import type { Editor } from "./editor.ts";

type SaveBarProps<Body> = {
  editor: Pick<Editor<Body>, "saving" | "isPublishing" | "discard">;
};

/** Publishes or discards what was changed, and says where it is meanwhile; above the tabs on phones. */
export function SaveBar<Body>({ editor }: SaveBarProps<Body>) {
  const { save } = useTexts(kitMessages);
  const { saving, isPublishing, discard } = editor;
  const isAmber = saving === "waiting" || saving === "local";
  return (
    <div
      data-save-bar
      className={clsx(
        "sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-30 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border p-3 shadow-card short:static lg:bottom-4",
        isAmber ? "border-gold bg-gold-soft" : "border-line bg-surface",
      )}
    >
      <p role="status" className="min-w-0 grow basis-44 text-sm font-medium">
        {save.state[saving]}
      </p>
      <div className="flex flex-wrap gap-2">
        <button type="button" onClick={discard} className={buttonStyle("outline")}>
          {save.discard}
        </button>
        <button type="submit" disabled={isPublishing} className={buttonStyle("brand")}>
          {isPublishing ? save.publishing : save.publish}
        </button>
      </div>
    </div>
  );
}
