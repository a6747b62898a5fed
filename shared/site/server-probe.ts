type Send = (
  address: string,
  init: { method: "HEAD"; cache: "no-store"; signal?: AbortSignal },
) => Promise<{ readonly status: number }>;

/**
 * Asks an address for its head, past every cache: who answers is there, whatever is said.
 *
 * @returns the status; null when nobody answers.
 */
export function headStatus(
  send: Send,
  address: string,
  signal?: AbortSignal,
): Promise<number | null> {
  return send(address, { method: "HEAD", cache: "no-store", ...(signal && { signal }) }).then(
    ({ status }) => status,
    () => null,
  );
}
