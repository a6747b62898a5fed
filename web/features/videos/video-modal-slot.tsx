import { type ComponentProps, type ComponentType, lazy, Suspense, useState } from "react";
import type { VideoModal } from "./video-modal.tsx";

type ModalProps = ComponentProps<typeof VideoModal>;

let loaded: ComponentType<ModalProps> | null = null;

/** Loads the modal's code before it is shown; needed where the server's markup holds the modal. */
export async function loadVideoModal(): Promise<ComponentType<ModalProps>> {
  loaded = (await import("./video-modal.tsx")).VideoModal;
  return loaded;
}

const LazyModal = lazy(async () => ({ default: await loadVideoModal() }));

/** The modal of the open video, whose code loads with its first use. */
export function VideoModalSlot(props: ModalProps) {
  // One type for its life: another would start the player again.
  const [Modal] = useState(() => loaded ?? LazyModal);
  return (
    <Suspense>
      <Modal {...props} />
    </Suspense>
  );
}
