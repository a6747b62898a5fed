import type { Result } from "#shared/errors.ts";
import { isStudioPath } from "#shared/studio/studio-path.ts";

/** Reason why a browser gives no picture or sound. */
export type CameraFault =
  | "insecure"
  | "unsupported"
  | "other-page"
  | "denied"
  | "none"
  | "in-use"
  | "failed";

/** Size of the picture, and bits a second of picture and sound. */
export const PICTURE_SIZES = {
  good: { width: 1280, height: 720, video: 1_500_000, audio: 64_000 },
  small: { width: 640, height: 360, video: 500_000, audio: 48_000 },
} as const;

type PictureSize = keyof typeof PICTURE_SIZES;

/** Side of a phone's camera, or the id of a device. */
export type CameraChoice = {
  camera: string;
  /** Id of a device; "" is the one that the browser prefers. */
  microphone: string;
  size: PictureSize;
};

export const SIDES = ["environment", "user"] as const;
const FRAME_RATE = { ideal: 25, max: 30 };

/** Opens camera and microphone; the browser asks the user the first time. */
export async function openCamera(choice: CameraChoice): Promise<Result<MediaStream, CameraFault>> {
  if (!window.isSecureContext) return { ok: false, failure: "insecure" };
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) return { ok: false, failure: "unsupported" };
  if (!isStudioDocument()) return { ok: false, failure: "other-page" };
  try {
    return { ok: true, value: await devices.getUserMedia(constraintsOf(choice)) };
  } catch (error) {
    return { ok: false, failure: faultOf(error) };
  }
}

/** Cameras and microphones, with names once the user has allowed them. */
export async function listDevices(): Promise<readonly MediaDeviceInfo[]> {
  return navigator.mediaDevices.enumerateDevices().catch(() => []);
}

/** Headers of a document decide what it may use, and only those of the studio allow a camera. */
function isStudioDocument(): boolean {
  const [visit] = performance.getEntriesByType("navigation");
  if (visit === undefined || !URL.canParse(visit.name)) return true;
  return isStudioPath(new URL(visit.name).pathname);
}

function constraintsOf({ camera, microphone, size }: CameraChoice): MediaStreamConstraints {
  const { width, height } = PICTURE_SIZES[size];
  const isSide = SIDES.some((side) => side === camera);
  return {
    video: {
      ...(isSide ? { facingMode: { ideal: camera } } : { deviceId: { exact: camera } }),
      width: { ideal: width },
      height: { ideal: height },
      frameRate: FRAME_RATE,
    },
    // Made for telephone calls, these two spoil singing.
    audio: {
      ...(microphone !== "" && { deviceId: { exact: microphone } }),
      echoCancellation: false,
      noiseSuppression: false,
      channelCount: 1,
    },
  };
}

function faultOf(error: unknown): CameraFault {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  switch (name) {
    case "NotAllowedError":
    case "SecurityError":
      return "denied";
    case "NotFoundError":
    case "OverconstrainedError":
      return "none";
    case "NotReadableError":
    case "AbortError":
      return "in-use";
    default:
      return "failed";
  }
}
