/** Few others say any of this, and no television says none of it. */
const HINT = /tv|web0s|tizen|roku|bravia|shield|mibox|aft|cast|crkey|viera|vidaa|sonyce/i;

/** A first look at a user agent, so that only those who may be televisions load the table of them. */
export function mayBeTelevision(userAgent: string): boolean {
  return HINT.test(userAgent);
}
