type PointerActions = {
  /** A finger on the picture. */
  onTap: () => void;
  /** A mouse click on the picture. */
  onClick: () => void;
  onDoubleClick: () => void;
};

/** Tells fingers from mice on the picture: a tap shows the controls, a click plays or pauses. */
export function obeyPointer(picture: HTMLElement, actions: PointerActions): void {
  let isTouch = false;
  picture.addEventListener("pointerdown", (event) => {
    isTouch = event.pointerType === "touch";
  });
  picture.addEventListener("click", () => (isTouch ? actions.onTap() : actions.onClick()));
  picture.addEventListener("dblclick", () => {
    if (!isTouch) actions.onDoubleClick();
  });
}
