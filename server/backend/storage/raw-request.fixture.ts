import { connect } from "node:net";

/**
 * Sends bytes as they are, which no HTTP client does: wrong lengths, bodies that end too early.
 *
 * @param body pieces; after the last one the connection is ended when `isEnded`.
 * @returns everything that came back until the server closed or answered with a JSON body.
 */
export function sendRaw(
  url: string,
  head: readonly string[],
  body: Buffer,
  isEnded = false,
): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write([...head, `host: ${hostname}:${port}`, "", ""].join("\r\n"));
      socket.write(body);
      if (isEnded) socket.end();
    });
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      if (answer.trimEnd().endsWith("}")) socket.destroy();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
  });
}
