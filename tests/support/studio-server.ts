import * as v from "valibot";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import type { StudioHealth } from "#shared/studio/health.ts";
import { PERMISSIONS, type Permission } from "#shared/studio/permissions.ts";
import { type FakeServer, json, type MadeRequest } from "./fake-server.ts";
import { NO_BROADCAST } from "./broadcast-fixture.ts";
import { testMinistry } from "./ministry-fixture.ts";

type Body = Readonly<Record<string, unknown>>;
type Row = {
  kind: string;
  id: string;
  body: Body | null;
  version: number;
  updated_at: string;
  updated_by_name: string;
};
type RevisionRow = {
  id: number;
  kind: string;
  document_id: string;
  version: number;
  before: Body | null;
  summary: string;
  by_name: string;
  at: string;
  batch: null;
};

const bodySchema = v.record(v.string(), v.unknown());
const publishingSchema = v.object({
  p_kind: v.string(),
  p_id: v.string(),
  p_changes: bodySchema,
  p_base_version: v.number(),
  p_summary: v.string(),
});
const removalSchema = v.omit(publishingSchema, ["p_changes"]);
const manySchema = v.object({
  p_changes: v.array(
    v.object({ kind: v.string(), id: v.string(), changes: bodySchema, base_version: v.number() }),
  ),
  p_summary: v.string(),
});
const draftSchema = v.object({ kind: v.string(), id: v.string(), body: bodySchema });

/** The studio's tables and functions in memory, without the database's permissions. */
export type StudioServer = {
  /** Publishes as another staff member, from another page. */
  publish(kind: string, id: string, changes: Body, by?: string): void;
  bodyOf(kind: string, id: string): Body | null;
  /** Returns the saved draft of a document, or null. */
  draftOf(kind: string, id: string): unknown;
};

type Options = { permissions?: readonly Permission[]; documents?: Readonly<Record<string, Body>> };

/** The instant of every action. */
export const STUDIO_NOW = "2026-11-22T09:30:00.000Z";

/** Live status at that instant: one channel is live, the source of the other is gone. */
export const LIVE_STATUS: LiveStatus = {
  v: 1,
  now: STUDIO_NOW,
  pollSeconds: 60,
  channels: [
    { id: "english", state: "live", since: STUDIO_NOW, title: null, watching: 120 },
    { id: "french", state: "down", since: STUDIO_NOW, title: null },
  ],
  next: { id: "thursday", start: "2026-11-26T14:00:00Z", minutes: 90, zone: "Africa/Harare" },
};

/** Health at that instant: one check needs attention. */
const HEALTH: StudioHealth = {
  now: STUDIO_NOW,
  lights: [
    { id: "backups", tone: "bad", text: "backupsMissing", values: {}, since: STUDIO_NOW },
    { id: "mail", tone: "warn", text: "mailFiles", values: {}, since: null },
    { id: "clock", tone: "good", text: "clockGood", values: {}, since: null },
  ],
  hasAlerts: true,
};

/**
 * Makes a fake server respond to the studio's database requests.
 *
 * @param options.documents published documents at the start, by "kind/id".
 */
export function serveStudio(server: FakeServer, options: Options = {}): StudioServer {
  const { permissions = PERMISSIONS, documents = {} } = options;
  const rows = new Map<string, Row>();
  const revisions: RevisionRow[] = [];
  const drafts = new Map<string, { body: unknown; updated_at: string }>();
  let saves = 0;

  function write(kind: string, id: string, body: Body | null, by: string, summary: string): Row {
    const before = rows.get(`${kind}/${id}`);
    const version = (before?.version ?? 0) + 1;
    const row = { kind, id, body, version, updated_at: STUDIO_NOW, updated_by_name: by };
    rows.set(`${kind}/${id}`, row);
    revisions.unshift({
      id: revisions.length + 1,
      kind,
      document_id: id,
      version,
      before: before?.body ?? null,
      summary,
      by_name: by,
      at: STUDIO_NOW,
      batch: null,
    });
    return row;
  }

  function change(kind: string, id: string, changes: Body, by: string, summary: string): Row {
    const merged = { ...rows.get(`${kind}/${id}`)?.body, ...changes };
    const held = Object.entries(merged).filter(([, value]) => value !== null);
    return write(kind, id, Object.fromEntries(held), by, summary);
  }

  for (const [name, body] of Object.entries(documents)) {
    const [kind = "", id = ""] = name.split("/");
    change(kind, id, body, "Ann", "First");
  }

  server.answer("POST /rest/v1/rpc/studio_me", () =>
    json({
      permissions,
      isOwner: permissions.length === PERMISSIONS.length,
      name: "Ruth Moyo",
      needsSecondStep: false,
    }),
  );
  server.answer("GET /rest/v1/studio_documents", (request) => {
    const isRequested = ({ kind, id }: Row): boolean =>
      matchesFilter(request, "kind", kind) && matchesFilter(request, "id", id);
    return json([...rows.values()].filter(isRequested));
  });
  server.answer("GET /rest/v1/studio_revisions", (request) =>
    json(
      revisions.filter(
        (row) =>
          matchesFilter(request, "kind", row.kind) &&
          matchesFilter(request, "document_id", row.document_id),
      ),
    ),
  );
  server.answer("POST /rest/v1/rpc/studio_publish", ({ body }) => {
    const sent = v.parse(publishingSchema, body);
    const { p_kind: kind, p_id: id } = sent;
    const known = rows.get(`${kind}/${id}`);
    if ((known?.version ?? 0) !== sent.p_base_version) {
      return json({ outcome: "conflict", document: known });
    }
    const document = change(kind, id, sent.p_changes, "Ruth Moyo", sent.p_summary);
    return json({ outcome: "published", document, revision: revisions.length });
  });
  server.answer("POST /rest/v1/rpc/studio_undo", ({ body }) => {
    const { p_revision: wanted } = v.parse(v.object({ p_revision: v.number() }), body);
    const found = revisions.find(({ id }) => id === wanted);
    const known = rows.get(`${found?.kind}/${found?.document_id}`);
    if (!found || !known) return json({ code: "P0001", message: "no such revision" }, 400);
    if (known.version !== found.version) return json({ outcome: "conflict", document: known });
    const document = write(found.kind, found.document_id, found.before, "Ruth Moyo", "Undo");
    return json({ outcome: "published", document, revision: revisions.length });
  });
  server.answer("POST /rest/v1/rpc/studio_change_many", ({ body }) => {
    const sent = v.parse(manySchema, body);
    for (const one of sent.p_changes) {
      const known = rows.get(`${one.kind}/${one.id}`);
      if ((known?.version ?? 0) !== one.base_version) {
        return json({ outcome: "conflict", document: known });
      }
    }
    for (const { kind, id, changes } of sent.p_changes) {
      change(kind, id, changes, "Ruth Moyo", sent.p_summary);
    }
    return json({ outcome: "published", batch: "5f0c6f0e-52a5-4f6f-9a53-5d8f1c1f0a03" });
  });
  server.answer("POST /rest/v1/rpc/studio_remove", ({ body }) => {
    const sent = v.parse(removalSchema, body);
    const known = rows.get(`${sent.p_kind}/${sent.p_id}`);
    if (known?.version !== sent.p_base_version) {
      return json({ outcome: "conflict", document: known });
    }
    const document = write(sent.p_kind, sent.p_id, null, "Ruth Moyo", sent.p_summary);
    return json({ outcome: "published", document, revision: revisions.length });
  });
  server.answer("GET /rest/v1/studio_drafts", (request) =>
    json([...drafts].filter(([name]) => name === draftName(request)).map(([, row]) => row)),
  );
  server.answer("POST /rest/v1/studio_drafts", (request) => {
    const draft = v.parse(draftSchema, request.body);
    saves += 1;
    const updated_at = new Date(Date.parse(STUDIO_NOW) + saves).toISOString();
    drafts.set(`${draft.kind}/${draft.id}`, { body: draft.body, updated_at });
    return json([{ updated_at }], 201);
  });
  server.answer("DELETE /rest/v1/studio_drafts", (request) => {
    drafts.delete(draftName(request));
    return new Response(null, { status: 204 });
  });

  server.answer("GET /api/live", () => json({ ...LIVE_STATUS, now: new Date().toISOString() }));
  server.answer("GET /api/studio/channels", () =>
    json({
      file: testMinistry().channels,
      health: {},
      lineups: ["english", "french"],
      posters: [],
    }),
  );
  for (const id of ["english", "french", "prayer"]) {
    server.answer(`GET /api/studio/ingest/${id}`, () => json(NO_BROADCAST));
    server.answer(`GET /api/studio/ingest/${id}/recordings`, () => json({ recordings: [] }));
  }
  server.answer("GET /api/studio/own-videos", () =>
    json({ videos: [], space: { usedBytes: 0, maxBytes: 20e9, freeBytes: 50e9 } }),
  );
  server.answer("GET /api/studio/health", () => json(HEALTH));
  server.answer("GET /rest/v1/devotionals", () => json([]));
  server.answer("GET /rest/v1/audit_log", () => json([]));

  return {
    publish: (kind, id, changes, by = "Ann") => void change(kind, id, changes, by, "Elsewhere"),
    bodyOf: (kind, id) => rows.get(`${kind}/${id}`)?.body ?? null,
    draftOf: (kind, id) => drafts.get(`${kind}/${id}`)?.body ?? null,
  };
}

/** Returns true when a request filters a column by this value or does not filter it. */
function matchesFilter({ search }: MadeRequest, column: string, value: string): boolean {
  const wanted = search.get(column);
  return wanted === null || !wanted.startsWith("eq.") || wanted === `eq.${value}`;
}

function draftName({ search }: MadeRequest): string {
  const value = (column: string): string => (search.get(column) ?? "").replace(/^eq\./, "");
  return `${value("kind")}/${value("id")}`;
}
