import type { toast as en } from "#shared/messages/en/toast.ts";

export const toast = {
  dismiss: "Fermer le message",
} satisfies typeof en;
