import { PHONE_QUERY } from "#shared/device/live-autoplay.domain.ts";
import type { Hand } from "./gallery-state.ts";

/** Starts the first player by its button on phone-sized windows, where no player starts by itself. */
export async function startPlayer({ user, screen }: Hand): Promise<void> {
  if (!matchMedia(PHONE_QUERY).matches) return;
  const [first] = await screen.findAllByRole("button", { name: /\d\s?M[Bo]/ });
  if (first) await user.click(first);
}
