import { describe, expect, it } from "vitest";
import type { Result } from "#shared/errors.ts";
import type { OwnVideoChanges, StudioOwnVideo } from "#shared/contracts/own-videos.ts";
import { ownVideo } from "#tests/support/own-video-fixture.ts";
import { createFactsDraft, withTyped } from "./facts-draft.ts";
import type { OwnVideoFailure } from "./own-videos.data.ts";

function create(kept: OwnVideoChanges = {}) {
  const sent: OwnVideoChanges[] = [];
  const delays: number[] = [];
  const failures: OwnVideoFailure[] = [];
  let due: (() => void) | null = null;
  let stored = kept;
  const draft = createFactsDraft({
    async send(changes): Promise<Result<StudioOwnVideo, OwnVideoFailure>> {
      sent.push(changes);
      const failure = failures.shift();
      if (failure !== undefined) return { ok: false, failure };
      return { ok: true, value: ownVideo(changes) };
    },
    later(ms, run) {
      delays.push(ms);
      due = run;
      return () => (due = null);
    },
    kept,
    keep: (pending) => void (stored = pending),
    onSaved: () => undefined,
    onChange: () => undefined,
  });
  return { draft, sent, delays, failures, stored: () => stored, pass: () => due?.() };
}

describe("facts of a video", () => {
  it("are saved together after the last key", async () => {
    const { draft, sent, stored, pass } = create();
    draft.edit({ title: "G" });
    draft.edit({ title: "Grace", speaker: "Ann" });
    expect(sent).toEqual([]);
    expect(stored()).toEqual({ title: "Grace", speaker: "Ann" });
    pass();
    await expect.poll(() => draft.state().saving).toEqual({ state: "saved" });
    expect(sent).toEqual([{ title: "Grace", speaker: "Ann" }]);
    expect(stored()).toEqual({});
  });

  it("stay on the device without a connection and are sent again", async () => {
    const { draft, sent, delays, failures, stored, pass } = create();
    failures.push("offline", "offline");
    draft.edit({ title: "Grace" });
    expect(await draft.flush()).toBe(false);
    expect(draft.state().saving).toEqual({ state: "waiting" });
    expect(stored()).toEqual({ title: "Grace" });
    pass();
    await expect.poll(() => delays).toEqual([1_200, 2_000, 4_000]);
    pass();
    await expect.poll(() => draft.state().saving).toEqual({ state: "saved" });
    expect(sent).toHaveLength(3);
  });

  it("keep what the server refuses, and say why", async () => {
    const { draft, failures, stored } = create();
    failures.push("invalid");
    draft.edit({ passage: "x".repeat(99) });
    expect(await draft.flush()).toBe(false);
    expect(draft.state().saving).toEqual({ state: "refused", failure: "invalid" });
    expect(stored()).toEqual({ passage: "x".repeat(99) });
    draft.edit({ passage: "John 3:16" });
    expect(await draft.flush()).toBe(true);
  });

  it("that were typed during a request follow it", async () => {
    const { draft, sent } = create();
    draft.edit({ title: "Grace" });
    const saved = draft.flush();
    draft.edit({ title: "Grace and truth" });
    await saved;
    expect(draft.state().pending).toEqual({ title: "Grace and truth" });
    expect(await draft.flush()).toBe(true);
    expect(sent).toEqual([{ title: "Grace" }, { title: "Grace and truth" }]);
  });

  it("keep the space behind which someone goes on typing", async () => {
    const { draft } = create();
    draft.edit({ title: "Grace " });
    await draft.flush();
    expect(withTyped(ownVideo({ title: "Grace" }), draft.state()).title).toBe("Grace ");
    expect(withTyped(ownVideo({ title: "Theirs" }), draft.state()).title).toBe("Theirs");
  });

  it("wait on the device once their page is closed", async () => {
    const { draft, delays, failures, stored } = create();
    failures.push("offline");
    draft.edit({ title: "Grace" });
    const saved = draft.flush();
    draft.stop();
    expect(await saved).toBe(false);
    expect(delays).toEqual([1_200]);
    expect(stored()).toEqual({ title: "Grace" });
  });

  it("that a reload left behind are saved on opening", async () => {
    const { draft, sent, pass } = create({ title: "Grace" });
    draft.start();
    pass();
    await expect.poll(() => sent).toEqual([{ title: "Grace" }]);
  });
});
