import type { EmbedTexts } from "#shared/messages/embed.ts";
import { element, iconButton, setIconButton, ICONS, fillPlaceholders } from "#web/embed/dom.ts";

/** Volume after unmuting at zero. */
const AUDIBLE_VOLUME = 0.5;

export function setMuted(video: HTMLVideoElement, isMuted: boolean): void {
  video.muted = isMuted;
  if (!isMuted && video.volume === 0) video.volume = AUDIBLE_VOLUME;
}

/** Changes the volume by a share; unmutes when it grows. */
export function changeVolume(video: HTMLVideoElement, by: number): void {
  video.volume = Math.min(1, Math.max(0, video.volume + by));
  if (by > 0) video.muted = false;
}

/** Mute button and volume slider; CSS hides the slider where only the device sets the volume. */
export function createVolumeControl(video: HTMLVideoElement, texts: EmbedTexts): HTMLElement {
  const button = iconButton("rp-button", texts.mute, ICONS.volume);
  const slider = element("input", {
    type: "range",
    class: "rp-slider rp-volume-slider",
    min: "0",
    max: "100",
    step: "5",
    "aria-label": texts.volume,
  });
  const control = element("div", { class: "rp-volume" }, [button, slider]);

  button.addEventListener("click", () => setMuted(video, !isSilent(video)));
  slider.addEventListener("input", () => {
    video.volume = Number(slider.value) / 100;
    video.muted = video.volume === 0;
  });

  function show(): void {
    const percent = isSilent(video) ? 0 : Math.round(video.volume * 100);
    setIconButton(
      button,
      percent === 0 ? texts.unmute : texts.mute,
      percent === 0 ? ICONS.muted : ICONS.volume,
    );
    slider.value = String(percent);
    slider.setAttribute("aria-valuetext", fillPlaceholders(texts.volumePercent, { percent }));
    control.style.setProperty("--played", `${percent}%`);
  }
  video.addEventListener("volumechange", show);
  show();
  return control;
}

function isSilent(video: HTMLVideoElement): boolean {
  return video.muted || video.volume === 0;
}
