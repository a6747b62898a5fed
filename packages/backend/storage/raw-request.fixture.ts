import { connect } from "node:net";

/**
 * Sends raw bytes that no HTTP client sends: wrong lengths, truncated bodies.
 *
 * @param body chunks; after the last one the connection is ended when `isEnded`.
 * @returns all bytes that arrive until the server closes or responds with a JSON body.
 */
export function sendRaw(
  url: string,
  head: readonly string[],
  body: Buffer,
  isEnded = false,
): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let response = "";
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write([...head, `host: ${hostname}:${port}`, "", ""].join("\r\n"));
      socket.write(body);
      if (isEnded) socket.end();
    });
    socket.on("data", (chunk) => {
      response += chunk.toString("latin1");
      if (response.trimEnd().endsWith("}")) socket.destroy();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(response));
  });
}
