import type { noScript as en } from "#shared/messages/en/devices/no-script.ts";

export const noScript = {
  works:
    "Sans JavaScript, vous pouvez lire la méditation, la Bible et les listes, et chercher. Les lecteurs vidéo et votre compte en ont besoin.",
} satisfies typeof en;
