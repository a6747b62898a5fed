import type { Transport } from "#shared/transport.ts";

type CallRpcDeps = { transport: Transport; publishableKey: string };

/** Calls a function of the database over REST, as the client of an Authorization header or as a visitor. */
export function callRpc(
  { transport, publishableKey }: CallRpcDeps,
  name: string,
  args: object,
  authorization?: string,
): Promise<Response> {
  return transport(`/rest/v1/rpc/${name}`, {
    method: "POST",
    headers: {
      apikey: publishableKey,
      "content-type": "application/json",
      ...(authorization !== undefined && { authorization }),
    },
    body: JSON.stringify(args),
  });
}
