import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { passSockets } from "#tests/support/pass-sockets.ts";

/** A transparent proxy that counts requests. */
export type CountingProxy = {
  readonly url: string;
  /** Returns how often a path was requested since the last `forget`. */
  count(path: string): number;
  forget(): void;
  close(): Promise<void>;
};

/** Opens a proxy on a free port of 127.0.0.1. */
export async function openCountingProxy(serverUrl: string): Promise<CountingProxy> {
  let paths: string[] = [];
  const proxy = createServer((incoming, outgoing) => {
    const address = new URL(incoming.url ?? "/", serverUrl);
    paths.push(address.pathname);
    const { method, headers } = incoming;
    const passed = ask(address, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  const cutSockets = passSockets(proxy, () => serverUrl);
  await new Promise<void>((resolve) => {
    proxy.listen(0, "127.0.0.1", resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    count: (path) => paths.filter((asked) => asked === path).length,
    forget() {
      paths = [];
    },
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
        cutSockets();
      }),
  };
}
