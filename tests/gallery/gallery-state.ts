import type { User } from "@supabase/supabase-js";
import type { screen } from "@testing-library/dom";
import type { UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import type { Language } from "#shared/languages.ts";
import type { Assurance } from "#tests/support/member.ts";
import type { FakeServer } from "#tests/support/fake-server.ts";
import type { Site } from "#web/lib/site.ts";

/** Tools of a state's action on the rendered page. */
export type Hand = { user: UserEvent; screen: typeof screen; language: Language; site: Site };

/** One state of a view with its data. It is alone in its document. */
export type GalleryState = {
  show: (language: Language, site: Site) => ReactNode;
  /** Path and search without the language prefix; default: Home. */
  at?: string;
  /** Sets the responses of the site's server and backend. */
  serve?: (server: FakeServer, language: Language) => void;
  site?: (site: Site) => Partial<Site>;
  /** Stored values of the browser by key: strings as they are, all others as JSON. */
  stored?: Readonly<Record<string, unknown>>;
  /** The signed-in user. */
  member?: User;
  /** Assurance level of the session; default: all factors verified. */
  assurance?: Assurance;
  /** Changes browser APIs. @returns a function that restores them */
  prepare?: () => () => void;
  /** Messages of the player in a frame to its page. */
  frameSays?: readonly EmbedMessage[];
  /** Runs after the first render and resolves when the state is visible. */
  act?: (hand: Hand) => Promise<unknown>;
  /** The state shows an error, which is logged. */
  isLogged?: true;
  /** A request stays pending: the page does not become idle. */
  isWaiting?: true;
};

/** States by name. A name describes the state, not the view. */
export type GalleryStates = Readonly<Record<string, GalleryState>>;
