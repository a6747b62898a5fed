import { type ReactNode, useState } from "react";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import type { Editor } from "#web/features/studio/kit/editor.ts";
import { useNamedField } from "#web/features/studio/kit/fields/field-labels.ts";
import { FieldOrigin, SelectField } from "#web/features/studio/kit/fields/form-fields.tsx";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import type { ChannelBody } from "#shared/studio/kinds/channel.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { describeSource } from "./channel-list.domain.ts";
import { PasteBox, TestPlayer } from "./paste-box.tsx";

/** No lineup has this id, because it is no name of a folder. */
const INGEST = "/ingest";

type SourceFieldProps = {
  editor: Editor<ChannelBody>;
  channelId: string;
  field: "source" | "fallback";
  label: string;
  hint: string;
  /** Ids of the site's own lineups. */
  lineups: readonly string[];
  children?: ReactNode;
};

/** Card of one of a channel's two sources, with a test player and inputs to replace it. */
export function SourceField(props: SourceFieldProps) {
  const { editor, channelId, field, label, hint, lineups, children } = props;
  const texts = useTexts(channelsMessages);
  const { edit } = texts;
  useNamedField(field, label);
  const source = editor.values[field];
  const [isChanging, setChanging] = useState(false);
  const error = errorOf(editor.errors, field);

  function setSource(next: ChannelSource): void {
    editor.put(field, next);
    setChanging(false);
  }

  return (
    <StudioCard title={label}>
      <div className="stack-4">
        <p className="max-w-prose text-ink-soft">{hint}</p>
        <p className="font-medium wrap-anywhere">
          {source === undefined ? texts.noBackup : describeSource(source, texts)}
        </p>
        {error !== undefined && <p className="text-sm font-medium text-danger">{error}</p>}
        {isChanging || (source === undefined && field === "source") ? (
          <>
            <PasteBox
              channelId={channelId}
              takeText={(hosts) => (hosts === "" ? edit.use : edit.allowAndUse(hosts))}
              onTake={setSource}
            >
              {isChanging && (
                <button
                  type="button"
                  onClick={() => setChanging(false)}
                  className={buttonStyle("outline")}
                >
                  {edit.keep}
                </button>
              )}
            </PasteBox>
            <SelectField
              label={edit.ownProgramme}
              value=""
              options={[
                { value: "", label: edit.chooseProgramme },
                ...(field === "source" ? [{ value: INGEST, label: texts.kinds.ingest }] : []),
                ...lineups.map((lineupId) => ({
                  value: lineupId,
                  label: texts.kinds.linear(lineupId),
                })),
              ]}
              onChoose={(chosen) => {
                if (chosen === INGEST) setSource({ kind: "ingest" });
                else if (chosen !== "") setSource({ kind: "linear", lineupId: chosen });
              }}
            />
          </>
        ) : (
          <div className="button-row">
            <button
              type="button"
              onClick={() => setChanging(true)}
              className={buttonStyle("outline")}
            >
              {edit.change}
            </button>
            {field === "fallback" && source !== undefined && !editor.isFromFile(field) && (
              <button
                type="button"
                onClick={() => editor.removeField(field)}
                className={buttonStyle("outline")}
              >
                {edit.remove}
              </button>
            )}
            {source !== undefined && (
              <TestPlayer key={JSON.stringify(source)} channelId={channelId} source={source} />
            )}
          </div>
        )}
        <FieldOrigin editor={editor} field={field} />
        {children}
      </div>
    </StudioCard>
  );
}

/** Returns the first error of a source, at any depth. */
function errorOf(errors: Readonly<Record<string, string>>, field: string): string | undefined {
  const found = Object.entries(errors).find(
    ([path]) => path === field || path.startsWith(`${field}.`),
  );
  return found?.[1];
}
