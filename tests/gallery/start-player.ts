import { PHONE_QUERY } from "#shared/device/live-autoplay.domain.ts";
import { waitFor } from "@testing-library/dom";
import type { Hand } from "./gallery-state.ts";

/** Starts the first player by its button on phone-sized windows, where no player starts by itself. */
export async function startPlayer({ user, screen }: Hand): Promise<void> {
  if (!matchMedia(PHONE_QUERY).matches) return;
  const [first] = await screen.findAllByRole("button", { name: /\d\s?M[Bo]/ });
  if (first) await user.click(first);
}

/** Resolves when a player plays: its frame is visible only then. */
export async function waitForPlayer(): Promise<void> {
  await waitFor(
    () => document.querySelector("iframe.opacity-100") ?? Promise.reject(new Error("No player")),
  );
}
