import { instantOfWallTime, wallTimeOf } from "#shared/announcements/wall-time.domain.ts";
import type { AnnouncementBody } from "#shared/studio/kinds/announcement.ts";
import type { Editor } from "#web/features/studio/kit/editor.ts";
import { useNamedField } from "#web/features/studio/kit/fields/field-labels.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";

type EditorMomentProps = {
  editor: Editor<AnnouncementBody>;
  field: "from" | "until";
  label: string;
  hint: string;
  /** IANA name of the ministry's time zone. */
  timeZone: string;
};

/** Day and time in the ministry's time zone; stored as an instant. */
export function EditorMoment({ editor, field, label, hint, timeZone }: EditorMomentProps) {
  useNamedField(field, label);
  return (
    <TextField
      label={label}
      name={field}
      hint={hint}
      type="datetime-local"
      value={wallTimeOf(timeZone, editor.values[field])}
      error={editor.errors[field]}
      onChange={(event) =>
        editor.put(field, instantOfWallTime(timeZone, event.currentTarget.value))
      }
    />
  );
}
