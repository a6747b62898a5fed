import type { User } from "@supabase/supabase-js";
import { useQuery } from "@tanstack/react-query";
import { AppWindow, Monitor, Smartphone, Tv } from "lucide-react";
import { useState } from "react";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { securityMessages } from "#shared/messages/account/security.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { useToast } from "#web/ui/use-toast.ts";
import { readDeviceName } from "./device-name.domain.ts";
import { type Device, devicesQuery, endDevice, endOtherDevices } from "./devices.data.ts";
import { agoText } from "#web/lib/ago-text.domain.ts";
import { AwaitedLines, SecurityLine, SecurityList, SecuritySection } from "./section-parts.tsx";
import { useFailureToast, useReadAnew } from "./use-security.ts";

const ICONS = { phone: Smartphone, computer: Monitor, television: Tv } as const;

/** Where the account is signed in, with the way out of each. */
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
  /** When the list came. */
  nowMs: number;
};

function DeviceList({ user, devices, nowMs }: DeviceListProps) {
  const { devices: texts } = useTexts(securityMessages);
  const openSession = useOpenSession();
  const readAnew = useReadAnew(user.id);
  const tellFailure = useFailureToast();
  const toast = useToast();
  const [pending, setPending] = useState<string | null>(null);
  const others = devices.filter((device) => !device.is_current);

  async function signOut(device: Device, name: string): Promise<void> {
    setPending(device.id);
    const outcome = await endDevice(openSession(), device.id);
    if (outcome.ok) {
      const text = outcome.value ? texts.signedOutOne(name) : texts.gone;
      toast({ tone: "done", title: texts.signedOut, text });
      await readAnew();
    } else tellFailure(outcome.failure);
    setPending(null);
  }

  async function signOutOthers(): Promise<void> {
    setPending(ALL);
    const outcome = await endOtherDevices(openSession());
    if (outcome.ok) {
      const text = texts.signedOutOthers(outcome.value);
      toast({ tone: "done", title: texts.signedOut, text });
      await readAnew();
    } else tellFailure(outcome.failure);
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
          className={buttonStyle("outline", "min-h-10")}
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
