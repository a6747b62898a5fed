import { marksMessages } from "#shared/messages/reading/marks.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { MyMarksPage } from "#web/features/bible/marks/my-marks-page.tsx";
import { useTexts } from "#web/lib/site.ts";

export function Component() {
  const texts = useTexts(marksMessages);
  return (
    <>
      <PageHead title={texts.title} description={texts.description} isHidden />
      <MyMarksPage />
    </>
  );
}
