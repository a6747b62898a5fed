type Send = (
  address: string,
  init: { method: "HEAD"; cache: "no-store"; signal?: AbortSignal },
) => Promise<{ readonly status: number }>;

/**
 * Sends HEAD past every cache, to check that the server is reachable.
 *
 * @returns the status, or null without a response
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
