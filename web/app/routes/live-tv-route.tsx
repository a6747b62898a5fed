import { PageHead } from "#web/app/head/page-head.tsx";
import { LiveTvPage } from "#web/features/live/live-tv-page.tsx";
import { ServiceReminder } from "#web/features/notifications/service-reminder.tsx";
import { RemindersSlot } from "#web/features/notifications/reminders-slot.tsx";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { useTexts } from "#web/lib/site.ts";

export function Component() {
  const liveTv = useTexts(liveTvMessages);
  return (
    <>
      <PageHead title={liveTv.title} description={liveTv.description} />
      <LiveTvPage reminder={<ServiceReminder />} reminders={<RemindersSlot />} />
    </>
  );
}
