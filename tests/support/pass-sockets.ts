import type { Server } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";

/**
 * Makes a test proxy forward upgrade requests, as a proxy in front of the product does.
 *
 * @param upstream returns the URL of the server for the next socket.
 * @returns a function that closes all open sockets.
 */
export function passSockets(server: Server, upstream: () => string): () => void {
  const open = new Set<Duplex>();
  const keep = (end: Duplex, other: Duplex): void => {
    open.add(end);
    end.on("error", () => end.destroy());
    end.on("close", () => {
      open.delete(end);
      other.destroy();
    });
  };
  server.on("upgrade", (request, visitor, head) => {
    const { hostname, port } = new URL(upstream());
    const passed: Socket = connect(Number(port), hostname);
    keep(visitor, passed);
    keep(passed, visitor);
    const { rawHeaders } = request;
    const lines = rawHeaders.flatMap((name, place) =>
      place % 2 === 0 ? [`${name}: ${rawHeaders[place + 1] ?? ""}`] : [],
    );
    passed.write([`GET ${request.url ?? "/"} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
    passed.write(head);
    visitor.pipe(passed).pipe(visitor);
  });
  return () => {
    for (const end of open) end.destroy();
  };
}
