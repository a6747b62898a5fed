import { initialOf } from "#web/lib/initial.ts";
import { useStoredName } from "#web/lib/session/stored-session.ts";

/** First letter of the user's name, over the icon; the full name is in the tooltip. */
export function AccountFace() {
  const name = useStoredName();
  if (name === null) return null;
  return (
    <span
      aria-hidden
      title={name}
      data-initial={initialOf(name)}
      className="absolute -inset-1 flex items-center justify-center rounded-full bg-brand text-sm font-bold text-on-brand"
    />
  );
}
