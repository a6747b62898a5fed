import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#shared/languages.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { videosMessages } from "#shared/messages/studio/videos.ts";
import { newCategoryBody } from "#shared/studio/kinds/category.ts";
import { textIn } from "#shared/site/localized-text.domain.ts";
import { ownListOf } from "#shared/videos/custom-playlist.ts";
import { pastedPlaylist } from "./paste-playlist.domain.ts";
import { LanguageBoxes } from "#web/features/studio/kit/fields/form-fields.tsx";
import { usePublishAction } from "#web/features/studio/kit/use-publish-action.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import * as v from "valibot";
import { newCategoryId } from "./category-list.domain.ts";

type AddCategoryProps = { takenIds: readonly string[]; onClose: () => void };

/** Publishes a category with name and playlist; its page has the rest. */
export function AddCategoryDialog({ takenIds, onClose }: AddCategoryProps) {
  const { language: pageLanguage } = useSite();
  const texts = useTexts(videosMessages);
  const kit = useTexts(kitMessages);
  const navigate = useNavigate();
  const publish = usePublishAction();
  const [title, setTitle] = useState<Readonly<Record<string, string>>>({});
  const [pasted, setPasted] = useState("");
  const [isOwn, setOwn] = useState(false);
  const [hasErrors, setHasErrors] = useState(false);
  const names = Object.fromEntries(LANGUAGES.map((one) => [one, (title[one] ?? "").trim()]));
  const id = newCategoryId(textIn(names, DEFAULT_LANGUAGE)?.text ?? "", takenIds);
  const playlist = isOwn ? ownListOf(id) : (pastedPlaylist(pasted) ?? "");
  const checked = v.safeParse(newCategoryBody, { title: names, playlist });
  const isWrong = (field: string): boolean =>
    hasErrors && !checked.success && checked.issues.some(({ path }) => path?.[0].key === field);

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    setHasErrors(!checked.success);
    if (!checked.success) return;
    const name = textIn(names, pageLanguage)?.text ?? "";
    const outcome = await publish({
      kind: "category",
      id,
      changes: { title: names, playlist },
      baseVersion: 0,
      summary: texts.summary.category(name),
      done: texts.done.shown(name),
    });
    if (outcome === "published") void navigate(`/studio/videos/${id}`);
  }

  return (
    <FormDialog title={texts.newCategory.title} closeLabel={kit.close} onClose={onClose}>
      <form method="post" noValidate onSubmit={(event) => void add(event)} className="stack-4">
        <LanguageBoxes
          label={texts.fields.title}
          name="title"
          hint={undefined}
          valueIn={(language) => title[language] ?? ""}
          errorIn={() => (isWrong("title") ? texts.faults.name : undefined)}
          onWrite={(language, text) => setTitle({ ...title, [language]: text })}
        />
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={isOwn}
            onChange={(event) => setOwn(event.currentTarget.checked)}
            className="size-5 shrink-0 accent-brand"
          />
          {texts.ownList.choose}
        </label>
        {!isOwn && (
          <TextField
            label={texts.fields.playlist}
            name="playlist"
            hint={texts.fields.playlistHint}
            value={pasted}
            error={isWrong("playlist") ? texts.faults.playlist : undefined}
            onChange={(event) => setPasted(event.currentTarget.value)}
          />
        )}
        <button type="submit" className={buttonStyle("brand", "w-full")}>
          {texts.newCategory.go}
        </button>
      </form>
    </FormDialog>
  );
}
