/** Every television matches, and few other devices. */
const HINT = /tv|web0s|tizen|roku|bravia|shield|mibox|aft|cast|crkey|viera|vidaa|sonyce/i;

/** First check of a user agent, so that only possible televisions load the full table. */
export function mayBeTelevision(userAgent: string): boolean {
  return HINT.test(userAgent);
}
