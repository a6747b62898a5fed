/** Runs a callback once the next frame is painted. */
export function afterNextFrame(callback: () => void): void {
  requestAnimationFrame(() => setTimeout(callback));
}
