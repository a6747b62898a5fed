import { afterEach, expect, it, vi } from "vitest";

const KEYS = { p256dh: "key", auth: "secret" };
const subscribe = vi.fn();
const send = vi.fn(async () => new Response(null, { status: 204 }));
vi.stubGlobal("self", { registration: { pushManager: { subscribe } } });
vi.stubGlobal("fetch", send);
const { renewSubscription } = await import("./renew-subscription.ts");

afterEach(() => vi.clearAllMocks());

function subscription(name: string): PushSubscription {
  const endpoint = `https://push.example/${name}`;
  const options = { userVisibleOnly: true, applicationServerKey: new ArrayBuffer(65) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much of it as is asked for
  return {
    endpoint,
    options,
    toJSON: () => ({ endpoint, keys: KEYS }),
  } as unknown as PushSubscription;
}

const told = () => {
  const [path, request]: unknown[] = send.mock.calls[0] ?? [];
  return [path, JSON.parse(String(Reflect.get(Object(request), "body")))];
};
const TOLD = [
  "/api/push",
  {
    endpoint: "https://push.example/old",
    renewed: { endpoint: "https://push.example/new", keys: KEYS },
  },
];

it("sends the server the endpoint that the browser has chosen", async () => {
  const change = { oldSubscription: subscription("old"), newSubscription: subscription("new") };
  await renewSubscription(change);
  expect(told()).toEqual(TOLD);
  expect(subscribe).not.toHaveBeenCalled();
});

it("subscribes again when the browser has only ended the old endpoint", async () => {
  subscribe.mockResolvedValue(subscription("new"));
  await renewSubscription({ oldSubscription: subscription("old"), newSubscription: null });
  expect(told()).toEqual(TOLD);
});

it("does nothing when the browser does not name the old endpoint", async () => {
  await renewSubscription({ oldSubscription: null, newSubscription: subscription("new") });
  expect(send).not.toHaveBeenCalled();
});
