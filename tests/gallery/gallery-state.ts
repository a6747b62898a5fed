import type { User } from "@supabase/supabase-js";
import type { screen } from "@testing-library/dom";
import type { UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import type { Language } from "#shared/languages.ts";
import type { Assurance } from "#tests/support/member.ts";
import type { FakeServer } from "#tests/support/fake-server.ts";
import type { Site } from "#web/lib/site.ts";

/** What somebody does on a page once it is there. */
export type Hand = { user: UserEvent; screen: typeof screen; language: Language; site: Site };

/** A view as somebody may meet it, with all that brings it there. It stands alone in its document. */
export type GalleryState = {
  show: (language: Language, site: Site) => ReactNode;
  /** Path and search without the language's prefix; Home where it does not matter. */
  at?: string;
  /** What the site's server and its backend answer. */
  serve?: (server: FakeServer, language: Language) => void;
  site?: (site: Site) => Partial<Site>;
  /** Values that the browser keeps, by key: texts as they are, everything else as JSON. */
  stored?: Readonly<Record<string, unknown>>;
  /** Who is signed in. */
  member?: User;
  /** How much the session has shown, where that is not all. */
  assurance?: Assurance;
  /** Changes the browser, where a state is one of the browser's. @returns what changes it back */
  prepare?: () => () => void;
  /** What the player in a frame says to the page around it. */
  frameSays?: readonly EmbedMessage[];
  /** Happens after the view is there, and ends when what is to be seen is there. */
  act?: (hand: Hand) => Promise<unknown>;
  /** It is about a fault, which is logged. */
  isLogged?: true;
  /** Something stays on its way: the page does not come to rest. */
  isWaiting?: true;
};

/** States by name; the name says what the view is in, not what it is. */
export type GalleryStates = Readonly<Record<string, GalleryState>>;
