import { useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import type { AccountSession } from "#web/lib/session/account-session.ts";
import {
  failureOf,
  type AccountResult,
  toAppError,
  toResult,
  withStatus,
} from "#web/features/account/result.ts";
import {
  type OpenSession,
  type SecurityQuery,
  securityKey,
  UNCACHED,
  useFailureToast,
  useRefetchSecurity,
} from "./security-query.ts";
import type { User } from "@supabase/supabase-js";
import { AppWindow, Monitor, Smartphone, Tv } from "lucide-react";
import { useState } from "react";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { securityMessages } from "#shared/messages/account/security.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { useToast } from "#web/ui/use-toast.ts";
import { agoText } from "#web/lib/ago-text.domain.ts";
import { AwaitedLines, SecurityLine, SecurityList, SecuritySection } from "./section-parts.tsx";

/** Parts of a user agent that help to recognise a device. */
export type DeviceName = {
  /** Null for an unknown browser. */
  readonly browser: string | null;
  readonly system: string | null;
  readonly kind: "phone" | "computer" | "television";
  /** True for a web view. */
  readonly isApp: boolean;
};

/** The first match counts: many browsers also name the ones that they derive from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera|OPT|OPiOS)\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:UCBrowser|UCWEB)/, "UC Browser"],
  [/\bYaBrowser\//, "Yandex"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string, DeviceName["kind"]])[] = [
  [/\bTizen\b/, "Tizen", "television"],
  [/\bWeb0S\b|\bwebOS\b/i, "webOS", "television"],
  [/\b(?:Android TV|GoogleTV|BRAVIA|AFT[A-Z]\w*)\b/, "Android TV", "television"],
  [/\biPad\b/, "iPad", "phone"],
  [/\biPhone\b|\biPod\b/, "iPhone", "phone"],
  [/\bAndroid\b/, "Android", "phone"],
  [/\bKAIOS\b/, "KaiOS", "phone"],
  [/\bCrOS\b/, "Chromebook", "computer"],
  [/\bWindows\b/, "Windows", "computer"],
  [/\bMacintosh\b/, "Mac", "computer"],
  [/\bLinux\b/, "Linux", "computer"],
];

/** Web views: Android's are marked, an iPhone's lack the name Safari. */
const WEB_VIEW = /; wv\)|\b(?:iPhone|iPad)\b(?!.*Safari\/).*AppleWebKit/;

/** @param userAgent header of the request that opened the session. */
export function readDeviceName(userAgent: string): DeviceName {
  const browser = BROWSERS.find(([form]) => form.test(userAgent))?.[1] ?? null;
  const [, system = null, kind = "computer"] = SYSTEMS.find(([form]) => form.test(userAgent)) ?? [];
  return { browser, system, kind, isApp: WEB_VIEW.test(userAgent) };
}

const deviceSchema = v.object({
  id: v.string(),
  user_agent: v.nullable(v.string()),
  last_used_at: v.string(),
  is_current: v.boolean(),
  is_application: v.boolean(),
});

/** Session of the account, as the list of devices shows it. */
export type Device = v.InferOutput<typeof deviceSchema>;

/** Sessions of the account, the current one first. */
function devicesQuery(openSession: OpenSession, userId: string): SecurityQuery<Device[]> {
  return {
    ...UNCACHED,
    queryKey: securityKey(userId, "devices"),
    async queryFn({ signal }) {
      const { client } = openSession();
      const response = await client.rpc("my_sessions").abortSignal(signal).retry(false);
      const error = withStatus(response);
      if (error) throw toAppError(failureOf(error));
      return v.parse(v.array(deviceSchema), response.data);
    },
  };
}

/** Ends another session. @returns false when it had already ended. */
async function endDevice({ client }: AccountSession, id: string): Promise<AccountResult<boolean>> {
  const response = await client.rpc("end_my_session", { session_id: id });
  return toResult(withStatus(response), response.data ?? false);
}

/** Ends all other sessions. @returns their count. */
async function endOtherDevices({ client }: AccountSession): Promise<AccountResult<number>> {
  const response = await client.rpc("end_my_other_sessions");
  return toResult(withStatus(response), response.data ?? 0);
}

const ICONS = { phone: Smartphone, computer: Monitor, television: Tv } as const;

/** Lists the sessions of the account and ends them. */
export function DevicesSection({ user }: { user: User }) {
  const { devices: texts } = useTexts(securityMessages);
  const openSession = useOpenSession();
  const query = useQuery(devicesQuery(openSession, user.id));
  return (
    <SecuritySection id="devices" title={texts.title} text={texts.text}>
      <AwaitedLines
        query={query}
        renderLines={(devices) => (
          <DeviceList user={user} devices={devices} nowMs={query.dataUpdatedAt} />
        )}
      />
    </SecuritySection>
  );
}

type DeviceListProps = {
  user: User;
  devices: readonly Device[];
  /** Time at which the list was fetched. */
  nowMs: number;
};

function DeviceList({ user, devices, nowMs }: DeviceListProps) {
  const { devices: texts } = useTexts(securityMessages);
  const openSession = useOpenSession();
  const refetch = useRefetchSecurity(user.id);
  const showFailure = useFailureToast();
  const toast = useToast();
  const [pending, setPending] = useState<string | null>(null);
  const others = devices.filter((device) => !device.is_current);

  async function signOut(device: Device, name: string): Promise<void> {
    setPending(device.id);
    const result = await endDevice(openSession(), device.id);
    if (result.ok) {
      const text = result.value ? texts.signedOutOne(name) : texts.gone;
      toast({ tone: "done", title: texts.signedOut, text });
      await refetch();
    } else showFailure(result.failure);
    setPending(null);
  }

  async function signOutOthers(): Promise<void> {
    setPending(ALL);
    const result = await endOtherDevices(openSession());
    if (result.ok) {
      const text = texts.signedOutOthers(result.value);
      toast({ tone: "done", title: texts.signedOut, text });
      await refetch();
    } else showFailure(result.failure);
    setPending(null);
  }

  return (
    <>
      <SecurityList label={texts.title}>
        {devices.map((device) => (
          <DeviceLine
            key={device.id}
            device={device}
            nowMs={nowMs}
            pending={pending}
            onSignOut={(name) => void signOut(device, name)}
          />
        ))}
      </SecurityList>
      {others.length > 1 && (
        <button
          type="button"
          disabled={pending !== null}
          onClick={() => void signOutOthers()}
          className={buttonStyle("outline", "mt-5")}
        >
          {pending === ALL ? texts.signingOut : texts.signOutOthers}
        </button>
      )}
    </>
  );
}

const ALL = "all";

type DeviceLineProps = {
  device: Device;
  nowMs: number;
  pending: string | null;
  onSignOut: (name: string) => void;
};

function DeviceLine({ device, nowMs, pending, onSignOut }: DeviceLineProps) {
  const { language } = useSite();
  const { devices: texts } = useTexts(securityMessages);
  const name = useDeviceName(device);
  const { kind } = readDeviceName(device.user_agent ?? "");
  const Icon = device.is_application ? AppWindow : ICONS[kind];
  const ago = agoText(device.last_used_at, nowMs, LANGUAGE_FACTS[language].locale);
  const note = device.is_current ? texts.this : texts.lastUsed(ago);
  return (
    <SecurityLine icon={<Icon className="size-6" />} name={name} note={note}>
      {device.is_current ? undefined : (
        <button
          type="button"
          aria-label={texts.signOutOf(name)}
          disabled={pending !== null}
          onClick={() => onSignOut(name)}
          className={buttonStyle("outline")}
        >
          {pending === device.id ? texts.signingOut : texts.signOut}
        </button>
      )}
    </SecurityLine>
  );
}

function useDeviceName({ user_agent: userAgent, is_application: isApplication }: Device): string {
  const { devices: texts } = useTexts(securityMessages);
  if (isApplication) return texts.application;
  const { browser, system, isApp } = readDeviceName(userAgent ?? "");
  if (system === null) return browser ?? texts.unknown;
  if (isApp) return texts.inApp(system);
  return browser === null ? system : texts.on(browser, system);
}
