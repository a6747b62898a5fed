import { marksMessages } from "#shared/messages/reading/marks.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { MyMarksPage } from "#web/features/bible/marks/my-marks-page.tsx";
import { useTexts } from "#web/lib/site.ts";

/** All of a reader's marks in the Bible. */
export function Component() {
  const texts = useTexts(marksMessages);
  return (
    <>
      <PageHead title={texts.title} description={texts.description} isHidden />
      <MyMarksPage />
    </>
  );
}
