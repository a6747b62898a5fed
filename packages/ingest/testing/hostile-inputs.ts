import { writeAmf0, type AmfValue } from "#ingest/rtmp/amf0.ts";
import { createChunkWriter } from "#ingest/rtmp/chunk-writer.ts";
import { MESSAGE, joinBytes } from "#ingest/rtmp/protocol.ts";
import { openRtmpClient, type RtmpClient } from "./rtmp-client.ts";

type Stage = "accepted" | "shaken" | "connected" | "publishing";

/** Bytes that a broken or hostile client sends at a stage of its connection. */
export type HostileInput = { stage: Stage; bytes: Uint8Array };

const command = (...values: readonly AmfValue[]): Uint8Array =>
  message(MESSAGE.command, writeAmf0(...values));

function message(type: number, body: Uint8Array, chunkStreamId = 9): Uint8Array {
  return createChunkWriter().write({ chunkStreamId, messageStreamId: 1, type, timeMs: 0, body });
}

/** Header of form 0 on a chunk stream, without a body. */
function header(chunkStreamId: number, length: number, type = 9): Uint8Array {
  const size = [length >> 16, (length >> 8) & 255, length & 255];
  return Uint8Array.of(chunkStreamId, 0, 0, 0, ...size, type, 1, 0, 0, 0);
}

const repeated = (count: number, make: (index: number) => Uint8Array): Uint8Array =>
  joinBytes(...Array.from({ length: count }, (_, index) => make(index)));

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const OBJECT_IN_OBJECT = Uint8Array.of(3, 0, 1, 97);
const APP = new Map([["app", "live"]]);
const CONNECT_NAME = writeAmf0("connect", 1);
const PING = joinBytes(header(2, 6, MESSAGE.userControl), Uint8Array.of(0, 6, 0, 0, 0, 0));

const at = (stage: Stage, bytes: Uint8Array): HostileInput => ({ stage, bytes });

/** Inputs after which the server closes the connection. */
export const HOSTILE_INPUTS: Readonly<Record<string, HostileInput>> = {
  silence: at("accepted", new Uint8Array()),
  "half a handshake": at("accepted", joinBytes(Uint8Array.of(3), new Uint8Array(700))),
  HTTP: at("accepted", text("GET / HTTP/1.1\r\nHost: example.org\r\n\r\n")),
  "encrypted RTMP": at("accepted", joinBytes(Uint8Array.of(6), new Uint8Array(1_536))),
  "silence after the handshake": at("shaken", new Uint8Array()),
  "first chunk without a header": at("shaken", Uint8Array.of(0xc3, 1, 2, 3)),
  "chunk size 0": at("shaken", message(MESSAGE.setChunkSize, Uint8Array.of(0, 0, 0, 0))),
  "chunk size of 2 GiB": at("shaken", message(MESSAGE.setChunkSize, Uint8Array.of(127, 0, 0, 0))),
  "chunk size cut off": at(
    "shaken",
    joinBytes(header(2, 2, MESSAGE.setChunkSize), Uint8Array.of(0, 0)),
  ),
  "17 chunk streams": at(
    "shaken",
    repeated(17, (index) => joinBytes(header(index + 3, 1, 3), Uint8Array.of(0))),
  ),
  "message of 16 MiB": at("shaken", header(3, 16_777_215)),
  "message of 20 kB before publish": at("shaken", header(3, 20_000)),
  "many pings before publish": at(
    "shaken",
    repeated(8_000, () => PING),
  ),
  "command without a name": at("shaken", command(1, 2, 3)),
  "connect without options": at("shaken", command("connect", 1)),
  "connect with a number": at("shaken", command("connect", 1, 5)),
  "connect without an application": at("shaken", command("connect", 1, new Map())),
  "connect with a number as application": at(
    "shaken",
    command("connect", 1, new Map([["app", 1]])),
  ),
  "connect with deeply nested AMF": at(
    "shaken",
    message(
      MESSAGE.command,
      joinBytes(
        CONNECT_NAME,
        repeated(2_000, () => OBJECT_IN_OBJECT),
      ),
    ),
  ),
  "AMF array of 2 billion": at(
    "shaken",
    message(MESSAGE.command, joinBytes(CONNECT_NAME, Uint8Array.of(10, 127, 0, 0, 0))),
  ),
  "AMF string that is cut off": at(
    "shaken",
    message(MESSAGE.command, joinBytes(CONNECT_NAME, Uint8Array.of(12, 0, 0, 200, 0, 65))),
  ),
  "AMF with 2,000 values": at(
    "shaken",
    message(MESSAGE.command, joinBytes(CONNECT_NAME, new Uint8Array(2_000).fill(5))),
  ),
  "AMF of an unknown type": at(
    "shaken",
    message(MESSAGE.command, joinBytes(CONNECT_NAME, Uint8Array.of(99))),
  ),
  "AMF with a reference": at(
    "shaken",
    message(MESSAGE.command, joinBytes(CONNECT_NAME, Uint8Array.of(7, 0, 0))),
  ),
  "createStream before connect": at("shaken", command("createStream", 2, null)),
  "publish before connect": at("shaken", command("publish", 2, null, "key", "live")),
  "second connect": at("connected", command("connect", 2, APP)),
  "stream name that is a number": at("connected", command("publish", 2, null, 5, "live")),
  "stream name that is false": at("connected", command("publish", 2, null, false, "live")),
  "stream name of 300 characters": at("connected", command("publish", 2, null, "k".repeat(300))),
  "empty stream name": at("connected", command("publish", 2, null, "", "live")),
  play: at("connected", command("play", 2, null, "key")),
  "picture before publish": at("connected", message(MESSAGE.video, Uint8Array.of(0x17, 0, 0))),
  "sound before publish": at("connected", message(MESSAGE.audio, Uint8Array.of(0xaf, 0, 0))),
  "metadata before publish": at("connected", message(MESSAGE.data, writeAmf0("@setDataFrame"))),
  "silence after connect": at("connected", new Uint8Array()),
  "second publish": at("publishing", command("publish", 9, null, "key", "live")),
  "aggregate message": at("publishing", message(MESSAGE.aggregate, new Uint8Array(30))),
  "message of 2 MiB": at("publishing", header(9, 2_097_152)),
  "header inside a message": at(
    "publishing",
    joinBytes(header(9, 5_000), new Uint8Array(4_096), header(9, 10)),
  ),
  "3 MiB of unfinished messages": at(
    "publishing",
    repeated(3, (index) => joinBytes(header(9 + index, 1_000_000), new Uint8Array(4_096))),
  ),
  "picture that is cut off": at("publishing", message(MESSAGE.video, Uint8Array.of(0x17, 1, 0))),
  "Enhanced RTMP without a codec": at(
    "publishing",
    message(MESSAGE.video, Uint8Array.of(0x91, 97)),
  ),
  "configuration that is not avcC": at(
    "publishing",
    message(MESSAGE.video, new Uint8Array(9).fill(0x17, 0, 1)),
  ),
  "sound that is cut off": at("publishing", message(MESSAGE.audio, Uint8Array.of(0xaf))),
  "metadata that is cut off": at("publishing", message(MESSAGE.data, Uint8Array.of(2, 0, 9, 65))),
  "silence after publish": at("publishing", new Uint8Array()),
};

/** Unusual inputs of real encoders, which the server takes. */
export const ODD_INPUTS: Readonly<Record<string, HostileInput>> = {
  "connect without tcUrl": at("shaken", command("connect", 1, APP)),
  "tcUrl that is no URL": at("shaken", command("connect", 1, new Map([...APP, ["tcUrl", "::"]]))),
  "__proto__ as a key": at("shaken", command("connect", 1, new Map([...APP, ["__proto__", "x"]]))),
  "unknown command": at("connected", command("_checkbw", 9, null)),
  "empty picture": at("publishing", message(MESSAGE.video, new Uint8Array())),
  "empty sound": at("publishing", message(MESSAGE.audio, new Uint8Array())),
};

/** Opens a connection, brings it to the input's stage and sends the input. */
export async function sendHostileInput(
  { stage, bytes }: HostileInput,
  { port, key, host = "127.0.0.1" }: { port: number; key: string; host?: string },
): Promise<RtmpClient> {
  const client = await openRtmpClient({ host, port });
  if (stage !== "accepted") await client.shakeHands();
  if (stage === "connected" || stage === "publishing") await client.connect("live");
  if (stage === "publishing") await client.publish(key);
  await client.sendBytes(bytes);
  return client;
}
