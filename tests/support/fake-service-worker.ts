import { onTestFinished } from "vitest";

type Subscription = { endpoint: string; unsubscribe: () => Promise<boolean>; toJSON: () => object };

type Worker = { postMessage: (message: unknown) => void };

const NO_OTHER_WORKER: { waiting: Worker | null; installing: EventTarget | null } = {
  waiting: null,
  installing: null,
};

/** The browser's service worker API without a running worker. */
export class FakeWorkers extends EventTarget {
  /** Messages of the page to its worker, in order. */
  readonly told: unknown[] = [];
  readonly registered: string[] = [];
  readonly notified: { title: string; options: NotificationOptions | undefined }[] = [];
  readonly worker: Worker = { postMessage: (message) => void this.told.push(message) };
  controller: Worker | null = null;
  hasRegistration = true;
  unregistered = 0;
  /** This device's subscription at the browser's push service. */
  subscription: Subscription | null = null;
  /** The key of the last subscription. */
  subscribedWith: unknown = null;
  readonly registration = Object.assign(new EventTarget(), {
    active: this.worker,
    ...NO_OTHER_WORKER,
    updates: 0,
    update: () => {
      this.registration.updates += 1;
      return Promise.resolve();
    },
    unregister: () => {
      this.unregistered += 1;
      return Promise.resolve(true);
    },
    showNotification: (title: string, options?: NotificationOptions) => {
      this.notified.push({ title, options });
      return Promise.resolve();
    },
    pushManager: {
      getSubscription: () => Promise.resolve(this.subscription),
      subscribe: ({ applicationServerKey }: { applicationServerKey: unknown }) => {
        this.subscribedWith = applicationServerKey;
        this.subscription = this.makeSubscription();
        return Promise.resolve(this.subscription);
      },
    },
  });

  get ready(): Promise<FakeWorkers["registration"]> {
    return Promise.resolve(this.registration);
  }

  register(address: string): Promise<FakeWorkers["registration"]> {
    this.registered.push(address);
    return this.ready;
  }

  getRegistration(): Promise<FakeWorkers["registration"] | undefined> {
    return Promise.resolve(this.hasRegistration ? this.registration : undefined);
  }

  getRegistrations(): Promise<FakeWorkers["registration"][]> {
    return Promise.resolve(this.hasRegistration ? [this.registration] : []);
  }

  /** Sends a message from the worker to all pages. */
  say(data: unknown): void {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }

  /** Subscribes the device at its push service. */
  makeSubscription(): Subscription {
    const endpoint = "https://push.example/device-1";
    return {
      endpoint,
      unsubscribe: () => {
        this.subscription = null;
        return Promise.resolve(true);
      },
      toJSON: () => ({ endpoint, keys: { p256dh: "key-1", auth: "secret-1" } }),
    };
  }
}

/** Installs service workers in the browser until the test ends. */
export function installWorkers(): FakeWorkers {
  const workers = new FakeWorkers();
  Object.defineProperty(navigator, "serviceWorker", { value: workers, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "serviceWorker"));
  return workers;
}
