import type { noScript as en } from "#shared/messages/en/devices/no-script.ts";

export const noScript = {
  works:
    "Sans JavaScript, on peut lire la méditation, la Bible et les listes, et chercher. Les vidéos et le compte en ont besoin.",
} satisfies typeof en;
