import type { WorkerBuild } from "#shared/site/offline-shell.ts";

/**
 * Types of the service worker's platform, as far as used: TypeScript's own library for it conflicts
 * with that of pages in one program.
 */
export type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void };

export type FetchEvent = WorkerEvent & {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
};

export type MessageToWorker = WorkerEvent & { readonly data: unknown };

export type PushMessageEvent = WorkerEvent & { readonly data: { text(): string } | null };

export type SubscriptionChange = WorkerEvent & {
  readonly oldSubscription: PushSubscription | null;
  readonly newSubscription: PushSubscription | null;
};

export type NotificationClick = WorkerEvent & { readonly notification: Notification };

type WindowClient = {
  url: string;
  postMessage(message: unknown): void;
  focus(): Promise<WindowClient>;
  navigate(url: string): Promise<unknown>;
};

type WorkerEvents = {
  install: WorkerEvent;
  activate: WorkerEvent;
  fetch: FetchEvent;
  message: MessageToWorker;
  push: PushMessageEvent;
  pushsubscriptionchange: SubscriptionChange;
  notificationclick: NotificationClick;
};

type WorkerScope = {
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
  readonly location: Location;
  readonly navigator: Navigator;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  /** Prepended to this script by the server. */
  readonly BUILD: WorkerBuild;
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this script runs nowhere else
export const worker = self as unknown as WorkerScope;
