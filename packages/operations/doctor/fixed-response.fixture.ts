import { createServer, type Server } from "node:http";

let servers: Server[] = [];

/** Starts a server with the same response to every request; resolves with its port. */
export async function respondWith(
  status: number,
  body: object | string,
  headers: Record<string, string> = {},
): Promise<number> {
  const server = createServer((_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Stops the servers of `respondWith`. */
export function stopResponding(): void {
  for (const server of servers) server.close();
  servers = [];
}
