import * as v from "valibot";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { type ApiResult, toApiResult } from "./result.ts";
import type { OpenClient } from "./documents.data.ts";
import { useState } from "react";
import { type Language, localisedPath } from "#shared/languages.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useClient } from "./studio-context.ts";
import { useFailureToast, useStudioToast } from "./use-publish-action.ts";
import { copyText } from "#web/lib/sharing.ts";
import { sharedOrigin, useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { ExternalLink } from "#web/ui/link.tsx";

export type PreviewName = Pick<StudioDocument, "kind" | "id">;

/** Creates the token of a preview link. */
async function makePreview(
  open: OpenClient,
  { kind, id }: PreviewName,
  body: object,
): Promise<ApiResult<string>> {
  const result = await open().rpc("studio_preview", {
    p_kind: kind,
    p_id: id,
    p_body: body,
  });
  return toApiResult(result, () => v.parse(v.string(), result.data));
}

type PreviewLinkProps = {
  name: PreviewName;
  /** Returns the body to preview; null when a field is invalid, which then shows its error. */
  bodyNow: () => object | null;
  /** Path of the page without a language. */
  path: string;
  language: Language;
};

/** Creates a link that previews the current text. The link does not follow later edits. */
export function PreviewLink({ name, bodyNow, path, language }: PreviewLinkProps) {
  const { preview } = useTexts(kitMessages);
  const site = useSite();
  const open = useClient();
  const toast = useStudioToast();
  const showFailure = useFailureToast();
  const [address, setAddress] = useState<string | null>(null);

  async function make(): Promise<void> {
    const body = bodyNow();
    if (body === null) return;
    const token = await makePreview(open, name, body);
    if (!token.ok) {
      showFailure(token.failure);
      return;
    }
    const page = `${sharedOrigin(site)}${localisedPath(path, language)}`;
    setAddress(`${page}?preview=${encodeURIComponent(token.value)}`);
  }

  async function copy(made: string): Promise<void> {
    const isCopied = await copyText(made);
    toast({
      tone: isCopied ? "done" : "danger",
      title: isCopied ? preview.copied : preview.copyFailed,
    });
  }

  return (
    <div>
      <p className="text-sm text-ink-soft">{preview.linkText}</p>
      <div className="mt-2 button-row">
        {address === null ? (
          <button type="button" onClick={() => void make()} className={buttonStyle("outline")}>
            {preview.link}
          </button>
        ) : (
          <>
            <ExternalLink href={address} className={buttonStyle("outline")}>
              {preview.open}
            </ExternalLink>
            <button
              type="button"
              onClick={() => void copy(address)}
              className={buttonStyle("outline")}
            >
              {preview.copy}
            </button>
          </>
        )}
      </div>
    </div>
  );
}
