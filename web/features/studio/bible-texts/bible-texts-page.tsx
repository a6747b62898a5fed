import { useQuery, useQueryClient } from "@tanstack/react-query";
import { bibleTextsMessages } from "#shared/messages/studio/bible-texts.ts";
import type { StudioTexts } from "#shared/studio/bible-texts.ts";
import type { ApiResult } from "#web/features/studio/kit/result.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StudioPage, StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import { useFailureToast } from "#web/features/studio/kit/use-publish-action.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { addText, removeText, textsQuery } from "./bible-texts.data.ts";
import { TextsComing } from "./texts-coming.tsx";
import { TextsHere } from "./texts-here.tsx";
import { TextsOffered } from "./texts-offered.tsx";

/** Free Bible texts: installed ones, running downloads and those that can be added. */
export function BibleTextsPage() {
  const texts = useTexts(bibleTextsMessages);
  const open = useClient();
  const query = useQuery(textsQuery(useSite().api, open));
  const showResult = useShowResult();
  const add = async (serviceId: string): Promise<void> =>
    showResult(await addText(open, serviceId));
  const remove = async (id: string): Promise<void> => showResult(await removeText(open, id));
  return (
    <StudioPage title={texts.title} intro={texts.intro}>
      <StudioQuery query={query}>
        {(data) => (
          <>
            <TextsHere texts={data.here} onRemove={remove} />
            <TextsComing texts={data.coming} onAgain={add} onCancel={remove} />
            <TextsOffered known={data} onAdd={add} />
          </>
        )}
      </StudioQuery>
    </StudioPage>
  );
}

/** Shows the state after a change, or why the change failed. */
function useShowResult(): (result: ApiResult<StudioTexts>) => void {
  const queryClient = useQueryClient();
  const showFailure = useFailureToast();
  return (result) => {
    if (result.ok) queryClient.setQueryData(["studio", "bible-texts"], result.value);
    else showFailure(result.failure);
  };
}
