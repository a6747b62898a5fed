import { NextService } from "#web/features/live/services/next-service.tsx";
import { ServiceReminder } from "#web/features/notifications/service-reminder.tsx";

/** The next service with the reminder's button. */
export function HomeService() {
  return <NextService reminder={<ServiceReminder />} />;
}
