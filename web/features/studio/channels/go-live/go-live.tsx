import { RefreshCw, Video, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { goLiveMessages } from "#shared/messages/studio/go-live.ts";
import { ConfirmDialog } from "#web/features/studio/kit/confirm-dialog.tsx";
import { SelectField } from "#web/features/studio/kit/fields/form-fields.tsx";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StatusLabel } from "#web/features/studio/kit/studio-page.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useStore } from "#web/lib/store.ts";
import { useNow } from "#web/lib/use-now.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { type CameraChoice, SIDES } from "./camera.ts";
import {
  deviceBroadcast,
  deviceState,
  type DeviceState,
  type GoLiveFault,
} from "./device-broadcast.ts";
import { LevelMeter } from "./level-meter.tsx";
import { postAsStaff } from "./post-as-staff.ts";
import { sendingChannel } from "./sending-channel.ts";
import { elapsedText, warningsOf } from "./go-live-texts.domain.ts";
import { FactList, WarningList } from "#web/features/studio/channels/fact-lists.tsx";

type GoLiveProps = {
  channelId: string;
  /** Shown above the start button and during the broadcast. */
  notice?: ReactNode;
};

/** Broadcasts to a channel from the camera of this device. */
export function GoLive({ channelId, notice }: GoLiveProps) {
  const texts = useTexts(goLiveMessages);
  const state = useStore(deviceState);
  const sendingTo = useStore(sendingChannel);
  const isElsewhere = sendingTo !== null && sendingTo !== channelId;
  const isHere = state.channel === channelId;
  return (
    <section aria-label={texts.title} className="stack-4 border-t border-line pt-5">
      <h3 className="font-semibold">{texts.title}</h3>
      <div role="alert" className="empty:hidden">
        {isHere && state.fault !== null && <Fault fault={state.fault} />}
      </div>
      {isElsewhere ? (
        <StatusLabel tone="off" text={texts.otherChannel} />
      ) : isHere && state.stream !== null ? (
        <Camera state={state} stream={state.stream} channelId={channelId} notice={notice} />
      ) : (
        <div className="stack-3">
          <p className="max-w-prose text-ink-soft">{texts.intro}</p>
          <button
            type="button"
            disabled={state.phase === "opening"}
            onClick={() => void deviceBroadcast.open(channelId)}
            className={buttonStyle("brand")}
          >
            <Video aria-hidden className="size-4" />
            {texts.open}
          </button>
        </div>
      )}
    </section>
  );
}

function Fault({ fault }: { fault: GoLiveFault }) {
  const texts = useTexts(goLiveMessages);
  const isOfDocument = fault === "other-page" || fault === "policy";
  return (
    <div className="flex flex-wrap items-center gap-3">
      <StatusLabel tone={fault === "stopped" ? "off" : "bad"} text={texts.faults[fault]} />
      {isOfDocument && (
        <button
          type="button"
          onClick={() => window.location.reload()}
          className={buttonStyle("outline")}
        >
          <RefreshCw aria-hidden className="size-4" />
          {texts.reload}
        </button>
      )}
    </div>
  );
}

type CameraProps = GoLiveProps & { state: DeviceState; stream: MediaStream };

/** The camera's picture, with what can be chosen before a broadcast and what is known during one. */
function Camera({ state, stream, channelId, notice }: CameraProps) {
  const texts = useTexts(goLiveMessages);
  const open = useClient();
  const picture = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (picture.current) picture.current.srcObject = stream;
  }, [stream]);
  const isReady = state.phase === "ready";
  return (
    <div className="stack-4">
      <video
        ref={picture}
        aria-label={isReady ? texts.preview : texts.onAir}
        autoPlay
        muted
        playsInline
        className="aspect-video w-full max-w-xl rounded-xl bg-black object-contain"
      />
      <div className="max-w-xl">
        <LevelMeter stream={stream} />
      </div>
      {isReady && <Choices state={state} channelId={channelId} />}
      {state.phase === "starting" && <p role="status">{texts.starting}</p>}
      {state.phase === "ending" && <p role="status">{texts.ending}</p>}
      {state.phase !== "ending" && notice}
      {state.phase === "live" && <Sending state={state} />}
      {isReady && (
        <div className="button-row">
          <button
            type="button"
            onClick={() => void deviceBroadcast.start({ post: postAsStaff(open) })}
            className={buttonStyle("brand")}
          >
            <Video aria-hidden className="size-4" />
            {texts.start}
          </button>
          <button type="button" onClick={deviceBroadcast.close} className={buttonStyle("outline")}>
            <X aria-hidden className="size-4" />
            {texts.close}
          </button>
        </div>
      )}
    </div>
  );
}

const SIZES = ["good", "small"] as const;

/** Camera, microphone and size of the picture. */
function Choices({ state, channelId }: Pick<CameraProps, "state" | "channelId">) {
  const texts = useTexts(goLiveMessages);
  const { choice, devices } = state;
  const cameras = devices.filter(({ kind }) => kind === "videoinput");
  const microphones = devices.filter(({ kind }) => kind === "audioinput");
  const isPhone = matchMedia("(pointer: coarse)").matches;
  const choose = (changes: Partial<CameraChoice>): void =>
    void deviceBroadcast.open(channelId, { ...choice, ...changes });
  const standard = { value: "environment", label: texts.standard };
  return (
    <div className="grid max-w-xl gap-3 sm:grid-cols-2">
      <SelectField
        label={texts.camera}
        value={choice.camera}
        options={
          isPhone || cameras.length === 0
            ? SIDES.map((side) => ({ value: side, label: texts.sides[side] }))
            : [standard, ...optionsOf(cameras, texts.device)]
        }
        onChoose={(camera) => choose({ camera })}
      />
      <SelectField
        label={texts.microphone}
        value={choice.microphone}
        options={[{ ...standard, value: "" }, ...optionsOf(microphones, texts.device)]}
        onChoose={(microphone) => choose({ microphone })}
      />
      <div className="sm:col-span-2">
        <SelectField
          label={texts.size}
          value={choice.size}
          options={SIZES.map((size) => ({ value: size, label: texts.sizes[size] }))}
          onChoose={(size) => choose({ size })}
        />
      </div>
    </div>
  );
}

function optionsOf(
  devices: readonly MediaDeviceInfo[],
  name: (number: number) => string,
): { value: string; label: string }[] {
  return devices
    .filter(({ deviceId }) => deviceId !== "" && deviceId !== "default")
    .map(({ deviceId, label }, index) => ({ value: deviceId, label: label || name(index + 1) }));
}

/** What the upload does, what is wrong, and the end. */
function Sending({ state }: { state: DeviceState }) {
  const { language } = useSite();
  const texts = useTexts(goLiveMessages);
  const nowMs = useNow() ?? 0;
  const [isEnding, setEnding] = useState(false);
  const { upload, startedAtMs } = state;
  const numbers = new Intl.NumberFormat(LANGUAGE_FACTS[language].locale);
  const format = (value: number): string => numbers.format(value);
  const warnings = warningsOf(state, texts.warnings, format);
  const facts = [
    { term: texts.elapsed, text: elapsedText(startedAtMs ?? nowMs, nowMs) },
    { term: texts.sends, text: texts.rate(format(upload?.kilobitsPerSecond ?? 0)) },
    { term: texts.waits, text: texts.seconds(format(upload?.queuedSeconds ?? 0)) },
  ];
  return (
    <div className="stack-4">
      <FactList facts={facts} className="grid max-w-xl grid-cols-3 items-end gap-x-4" />
      <WarningList tone="warn" lines={warnings} />
      <p className="text-sm text-ink-soft">{texts.stay}</p>
      <button type="button" onClick={() => setEnding(true)} className={buttonStyle("danger")}>
        <X aria-hidden className="size-4" />
        {texts.end}
      </button>
      {isEnding && (
        <ConfirmDialog
          title={texts.end}
          confirmText={texts.end}
          onClose={() => setEnding(false)}
          onConfirm={async () => deviceBroadcast.end()}
        >
          {texts.endText}
        </ConfirmDialog>
      )}
    </div>
  );
}
