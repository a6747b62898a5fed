import type { Language } from "#shared/languages.ts";
import { playbackProblemMessages } from "#shared/messages/playback-problem.ts";

/** A real channel title, as long as titles get. */
export const LONG_TITLE =
  "Témoignage d’une famille entière, de Kinshasa à Bruxelles en passant par Harare : comment la prière de toute une assemblée a porté la guérison";

/** Title and text of a playback problem. */
export function trouble(language: Language): { title: string; text: string } {
  const { serverTitle, serverText } = playbackProblemMessages[language];
  return { title: serverTitle, text: serverText };
}
