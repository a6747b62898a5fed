import type { SyncAnswer, SyncedChange } from "#shared/contracts/synced-items.ts";
import {
  resyncedItem,
  conflictCopyOf,
  changedItem,
  joinedItems,
  type LocalItem,
  type OwnChange,
  MAX_UNSENT_AGE_MS,
  withRejection,
  withRow,
} from "./items.domain.ts";
import type { ItemStorage } from "./item-storage.ts";

/** Sync state of an account on this device. */
export type SyncState = {
  /** Revision up to which all changes are known. */
  cursor: number;
  /** Lead of the server's clock over this one. */
  aheadMs: number;
  /** A full resync is running: items not seen by its end are removed. */
  isSweeping: boolean;
};

/** The current user's items, the same in all tabs. */
export type ItemStore = {
  isPersistent: boolean;
  /** The account, or null for a visitor. */
  owner: () => string | null;
  items: () => ReadonlyMap<string, LocalItem>;
  /** Calls back after every change of items; `isOwn`: by the user, in this tab. */
  subscribe: (onChange: (isOwn: boolean) => void) => () => void;
  change: (change: OwnChange) => Promise<void>;
  readState: () => Promise<SyncState>;
  /** Applies the account's response to changes. False when it could not be stored. */
  applyResponse: (
    owner: string,
    sent: readonly SyncedChange[],
    answer: SyncAnswer,
  ) => Promise<boolean>;
  /** Switches to another account, or to the visitor after a sign-out. */
  enter: (owner: string | null) => Promise<void>;
};

type ItemStoreDeps = {
  storage: ItemStorage;
  now: () => number;
  random: () => string;
  /** Notifies the other tabs of changes and listens to theirs. */
  tabs: { notify: () => void; listen: (onChange: () => void) => void };
};

const VISITOR = "visitor";
const FRESH: SyncState = { cursor: 0, aheadMs: 0, isSweeping: false };

/** Key of an item: space, topic and id. The space is an account's id, or the visitor's. */
const keyOf = (space: string, { topic, id }: { topic: string; id: string }): string =>
  `${space}/${topic}/${id}`;
const stateKeyOf = (space: string): string => `meta/${space}`;
const spaceOf = (key: string): string => key.split("/")[0] ?? "";

/** Creates the store; it holds the items of one space at a time. */
export function createItemStore({ storage, now, random, tabs }: ItemStoreDeps): ItemStore {
  let owner: string | null = null;
  let held = new Map<string, LocalItem>();
  let aheadMs = 0;
  const listeners = new Set<(isOwn: boolean) => void>();
  const space = (): string => owner ?? VISITOR;

  function show(changes: ReadonlyMap<string, unknown>, isOwn: boolean): void {
    held = new Map([...held].filter(([key]) => spaceOf(key) === space()));
    for (const [key, value] of changes) {
      if (spaceOf(key) !== space()) continue;
      if (value === undefined) held.delete(key);
      else held.set(key, asItem(value));
    }
    for (const listener of listeners) listener(isOwn);
  }
  /** Changes storage first, then the view in this and other tabs. */
  async function transact(
    keys: readonly string[],
    decide: (found: ReadonlyMap<string, unknown>) => ReadonlyMap<string, unknown>,
    isOwn = false,
  ): Promise<boolean> {
    let changes: ReadonlyMap<string, unknown> = new Map();
    if (keys.length === 0) return true;
    const isDone = await storage.change(keys, (found) => {
      changes = decide(found);
      return changes;
    });
    // When the browser suddenly blocks storage, the page continues in memory.
    show(changes, isOwn);
    if (isDone) tabs.notify();
    return isDone;
  }
  async function readState(): Promise<SyncState> {
    const key = stateKeyOf(space());
    return asState((await storage.entries(key))?.get(key));
  }
  async function lookAgain(): Promise<void> {
    const all = (await storage.entries(`${space()}/`)) ?? new Map<string, unknown>();
    held = new Map([...all].map(([key, value]) => [key, asItem(value)]));
    for (const listener of listeners) listener(false);
  }
  tabs.listen(() => void lookAgain());

  return {
    isPersistent: storage.isPersistent,
    owner: () => owner,
    items: () => held,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    async change(change) {
      const key = keyOf(space(), change);
      const isVisitor = owner === null;
      const sessionAt = change.sessionAt === null ? null : change.sessionAt + aheadMs;
      const decide = (before: LocalItem | null) => {
        const next = changedItem(before, { ...change, sessionAt }, now() + aheadMs);
        return isVisitor && next.deleted ? undefined : next;
      };
      // The user's own change is shown at once.
      show(new Map([[key, decide(held.get(key) ?? null)]]), false);
      await transact([key], (found) => new Map([[key, decide(itemIn(found, key))]]), true);
    },
    readState,
    async applyResponse(account, sent, answer) {
      if (account !== owner) return false;
      const state = await readState();
      const isSweeping = state.isSweeping || answer.reset !== null;
      const stateKey = stateKeyOf(account);
      const isSwept = isSweeping && !answer.more;
      const touched = [
        ...answer.items.map((row) => keyOf(account, row)),
        ...sent.map((change) => keyOf(account, change)),
        ...(isSweeping ? held.keys() : []),
      ];
      aheadMs = Math.round(answer.now - now());
      return transact([stateKey, ...new Set(touched)], (found) => {
        const next = afterResponse({ found, account, sent, answer, random });
        for (const key of isSwept ? held.keys() : []) {
          const item = next.has(key) ? next.get(key) : itemIn(found, key);
          if (item?.isStale) next.set(key, undefined);
        }
        const after: SyncState = {
          cursor: answer.cursor,
          aheadMs,
          isSweeping: !isSwept && isSweeping,
        };
        return new Map<string, unknown>([...next, [stateKey, after]]);
      });
    },
    async enter(next) {
      owner = next;
      // Cleared at once, so that no user sees another one's items.
      show(new Map(), false);
      const all = (await storage.entries("")) ?? new Map<string, unknown>();
      const before = now() - MAX_UNSENT_AGE_MS;
      await transact(keysToEnter(all.keys(), next), (found) =>
        afterEntering({ found, owner: next, before, random }),
      );
      ({ aheadMs } = await readState());
      await lookAgain();
    },
  };
}

type Answered = {
  found: ReadonlyMap<string, unknown>;
  account: string;
  sent: readonly SyncedChange[];
  answer: SyncAnswer;
  random: () => string;
};

/** Returns all items that a response touches, in their new state. */
function afterResponse({ found, account, sent, answer, random }: Answered) {
  const next = new Map<string, LocalItem | undefined>();
  const at = (key: string): LocalItem | null =>
    (next.has(key) ? next.get(key) : itemIn(found, key)) ?? null;
  const sentBy = new Map(sent.map((change) => [keyOf(account, change), change]));
  const { reset } = answer;
  if (reset !== null) {
    for (const key of found.keys()) {
      const item = key.startsWith(`${account}/`) ? at(key) : null;
      if (item && !sentBy.has(key)) next.set(key, resyncedItem(item, reset));
    }
  }
  for (const told of answer.conflicts) {
    const item = at(keyOf(account, told));
    if (!item) continue;
    const copy = conflictCopyOf(item, random());
    next.set(keyOf(account, copy), copy);
    next.set(keyOf(account, told), undefined);
  }
  for (const { reason, ...named } of answer.refused) {
    const key = refusedKey(account, named);
    if (sentBy.has(key)) next.set(key, withRejection(at(key), reason) ?? undefined);
    // Still unsent: the account's row does not answer it.
    if (reason === "full") sentBy.delete(key);
  }
  for (const row of answer.items) {
    const key = keyOf(account, row);
    next.set(key, withRow(at(key), row, sentBy.get(key) ?? null) ?? undefined);
  }
  return next;
}

function refusedKey(
  account: string,
  { topic, id }: Pick<SyncAnswer["refused"][number], "topic" | "id">,
): string {
  return keyOf(account, { topic: topic ?? "", id: id ?? "" });
}

type Entering = {
  found: ReadonlyMap<string, unknown>;
  owner: string | null;
  /** Older unsent changes of other accounts are dropped. */
  before: number;
  random: () => string;
};

/** Returns the keys of other spaces, and of the items that a visitor's ones may merge with. */
function keysToEnter(keys: Iterable<string>, owner: string | null): readonly string[] {
  const own = owner ?? VISITOR;
  const others = [...keys].filter((key) => spaceOf(key) !== own && key !== stateKeyOf(own));
  const joining = others.filter((key) => spaceOf(key) === VISITOR);
  return [...others, ...joining.map((key) => `${own}${key.slice(VISITOR.length)}`)];
}

/**
 * Moves a visitor's items into the account and removes other accounts' items, except unsent ones.
 */
function afterEntering({ found, owner, before, random }: Entering) {
  const next = new Map<string, unknown>();
  for (const [key, value] of found) {
    // Another tab was faster.
    if (value === undefined) continue;
    const space = spaceOf(key);
    if (space === "meta") {
      if (key !== stateKeyOf(owner ?? VISITOR)) next.set(key, undefined);
    } else if (space === VISITOR && owner !== null) {
      const visitors = asItem(value);
      for (const item of joinedItems(visitors, itemIn(found, keyOf(owner, visitors)), random())) {
        next.set(keyOf(owner, item), item);
      }
      next.set(key, undefined);
    } else if (space !== VISITOR && space !== owner) {
      const { isUnsent, changedAt } = asItem(value);
      if (!isUnsent || changedAt < before) next.set(key, undefined);
    }
  }
  return next;
}

function itemIn(found: ReadonlyMap<string, unknown>, key: string): LocalItem | null {
  const value = found.get(key);
  return value === undefined ? null : asItem(value);
}

function asItem(value: unknown): LocalItem {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this file alone writes it
  return value as LocalItem;
}

function asState(value: unknown): SyncState {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this file alone writes it
  return value === undefined ? FRESH : (value as SyncState);
}
