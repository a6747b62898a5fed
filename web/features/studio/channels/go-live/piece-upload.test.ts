import { describe, expect, it } from "vitest";
import type { Mp4Piece } from "./mp4-pieces.ts";
import { type Answer, createPieceUpload, type UploadFault } from "./piece-upload.ts";

/** A server's side of the protocol, with faults that a test sets. */
function createServer() {
  const taken: string[] = [];
  const calls: string[] = [];
  let session = 0;
  let next = 0;
  /** Answers before the server itself does; "lost": it takes the piece, and its answer is lost. */
  const faults: (Answer | "lost")[] = [];
  let isOpen = false;
  /** Answer to every piece. */
  let ofPieces: Answer | null = null;
  const text = (body: Uint8Array | null): string => new TextDecoder().decode(body ?? undefined);

  function take(path: string, body: Uint8Array | null): Answer {
    const url = new URL(path, "http://127.0.0.1");
    if (path.endsWith("/start")) {
      session += 1;
      next = 0;
      isOpen = true;
      return { status: 200, body: { session: `s${session}`, next } };
    }
    const isCurrent = isOpen && url.searchParams.get("session") === `s${session}`;
    if (url.pathname.endsWith("/end")) {
      isOpen &&= !isCurrent;
      return { status: 204, body: null };
    }
    if (!isCurrent) return { status: 410, body: { error: "ended" } };
    if (Number(url.pathname.split("/").at(-1)) !== next) return { status: 409, body: { next } };
    next += 1;
    taken.push(text(body));
    return { status: 200, body: { session: `s${session}`, next } };
  }

  return {
    taken,
    calls,
    faults,
    isOpen: () => isOpen,
    forget: () => void (isOpen = false),
    answerPieces: (answer: Answer) => void (ofPieces = answer),
    async post(path: string, body: Uint8Array<ArrayBuffer> | null): Promise<Answer> {
      calls.push(path.split("?")[0] ?? "");
      const fault = faults.shift();
      if (fault !== undefined && fault !== "lost") return fault;
      const isPiece = path.includes("/pieces/");
      const answer = (isPiece ? ofPieces : null) ?? take(path, body);
      return fault === "lost" ? { status: 0, body: null } : answer;
    },
  };
}

const AWAY: Answer = { status: 0, body: null };

function pieceOf(text: string): Mp4Piece {
  return { kind: text === "init" ? "init" : "fragment", bytes: new TextEncoder().encode(text) };
}

async function open() {
  const server = createServer();
  let nowMs = 0;
  const found: UploadFault[] = [];
  const upload = createPieceUpload({
    channel: "english",
    post: (...call) => server.post(...call),
    wait: async (ms) => void (nowMs += ms),
    now: () => nowMs,
    onFault: (fault) => found.push(fault),
  });
  return {
    server,
    upload,
    faults: found,
    add: (...texts: string[]): void => {
      for (const text of texts) {
        upload.add(pieceOf(text));
        nowMs += 2_000;
      }
    },
    pass: (ms: number) => void (nowMs += ms),
    taken: () => expect.poll(() => server.taken.join(" ")),
  };
}

describe("the upload of a broadcast", () => {
  it("sends what was recorded before the server answered, then each piece in order, and ends", async () => {
    const { server, upload, add, taken } = await open();
    add("init");
    expect(await upload.start()).toBeNull();
    add("a", "b");
    await taken().toBe("init a b");
    expect(upload.facts()).toMatchObject({ isInterrupted: false, queuedSeconds: 0 });
    expect(upload.facts().kilobitsPerSecond).toBeGreaterThanOrEqual(0);
    add("c");
    await upload.end();
    expect(server.taken).toEqual(["init", "a", "b", "c"]);
    expect(server.isOpen()).toBe(false);
  });

  it("sends a piece again after a gap, and one whose answer was lost only once", async () => {
    const { server, upload, add, taken, faults } = await open();
    await upload.start();
    server.faults.push(AWAY, AWAY, { status: 503, body: null }, "lost", {
      status: 429,
      body: null,
    });
    add("init", "a", "b");
    await taken().toBe("init a b");
    expect(faults).toEqual([]);
  });

  it("begins again with the head and what is new when the server has ended the broadcast", async () => {
    const { server, upload, add, taken, pass } = await open();
    await upload.start();
    add("init", "a");
    await taken().toBe("init a");
    server.forget();
    add("b");
    await taken().toBe("init a init b");
    server.forget();
    server.faults.push(...Array.from({ length: 12 }, () => AWAY));
    add("old");
    await expect.poll(() => server.faults).toEqual([]);
    add("new");
    pass(1_000);
    await taken().toMatch(/ new$/);
    expect(server.taken.filter((text) => text === "init")).toHaveLength(3);
  });

  it("keeps a minute while the connection is away, and says what was lost", async () => {
    const server = createServer();
    let nowMs = 0;
    const held = Promise.withResolvers<Answer>();
    let isHeld = false;
    const upload = createPieceUpload({
      channel: "english",
      post: (path, body) => (isHeld ? held.promise : server.post(path, body)),
      wait: async (ms) => void (nowMs += ms),
      now: () => nowMs,
      onFault: () => undefined,
    });
    await upload.start();
    isHeld = true;
    for (let number = 0; number < 50; number++) {
      upload.add(pieceOf(number === 0 ? "init" : `f${number}`));
      nowMs += 2_000;
    }
    expect(upload.facts().lostSeconds).toBeGreaterThan(30);
    expect(upload.facts().queuedSeconds).toBeGreaterThanOrEqual(60);
    isHeld = false;
    held.resolve(AWAY);
    await expect.poll(() => server.taken.at(-1)).toBe("f49");
    expect(server.taken[0]).toBe("init");
    expect(server.taken.length).toBeLessThan(36);
    expect(upload.facts().queuedSeconds).toBe(0);
  });

  it.each<[UploadFault, Answer[]]>([
    ["stopped", [{ status: 410, body: { error: "stopped" } }]],
    ["refused", [{ status: 403, body: null }]],
    ["missing", [{ status: 404, body: null }]],
    ["signed-out", Array.from({ length: 5 }, () => ({ status: 401, body: null }))],
  ])("tells that the broadcast is over: %s", async (fault, answers) => {
    const { server, upload, add, faults } = await open();
    await upload.start();
    server.faults.push(...answers);
    add("init");
    await expect.poll(() => faults).toEqual([fault]);
    await upload.end();
    expect(server.calls.filter((path) => path.endsWith("/start"))).toHaveLength(1);
  });

  it("does not start while another device sends", async () => {
    const { server, upload } = await open();
    server.faults.push(
      ...Array.from({ length: 6 }, () => ({ status: 409, body: { error: "busy" } })),
    );
    expect(await upload.start()).toBe("busy");
  });

  it("ends a recording that the server cannot read after some attempts", async () => {
    const { server, upload, add, faults } = await open();
    await upload.start();
    server.answerPieces({ status: 422, body: { error: "unreadable" } });
    add("init");
    await expect.poll(() => faults).toEqual(["unreadable"]);
  });
});
