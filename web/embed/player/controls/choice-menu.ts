import { element, icon, iconButton, ICONS } from "#web/embed/dom.ts";

export type Choice = { value: string; label: string };

export type ChoiceMenu = {
  element: HTMLElement;
  /** Shows these choices with one checked; an empty list hides the menu. */
  setChoices(choices: readonly Choice[], selected: string): void;
  close(): void;
};

/** A button with a list of radio items. Pattern: ARIA menu button. */
export function createChoiceMenu(
  label: string,
  iconPath: string,
  onChoose: (value: string) => void,
): ChoiceMenu {
  const button = iconButton("rp-button", label, iconPath);
  button.setAttribute("aria-haspopup", "menu");
  const list = element("div", {
    class: "rp-menu",
    role: "menu",
    "aria-label": label,
    hidden: true,
  });
  const menu = element("div", { class: "rp-menu-box", hidden: true }, [button, list]);

  function items(): HTMLElement[] {
    return [...list.querySelectorAll<HTMLElement>("[role=menuitemradio]")];
  }

  function open(): void {
    list.hidden = false;
    button.setAttribute("aria-expanded", "true");
    (items().find((item) => item.getAttribute("aria-checked") === "true") ?? items()[0])?.focus();
  }

  function close(): void {
    if (list.hidden) return;
    const hadFocus = list.contains(document.activeElement);
    list.hidden = true;
    button.setAttribute("aria-expanded", "false");
    if (hadFocus) button.focus();
  }

  function handleKey(event: KeyboardEvent): void {
    if (list.hidden) return;
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    const target = new Map([
      ["ArrowDown", at + 1],
      ["ArrowUp", at - 1],
      ["Home", 0],
      ["End", -1],
    ]).get(event.key);
    // The open list handles its own keys; the player gets none.
    event.stopPropagation();
    if (event.key === "Escape") close();
    if (target === undefined) return;
    event.preventDefault();
    all.at(target % all.length)?.focus();
  }

  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => (list.hidden ? open() : close()));
  menu.addEventListener("keydown", handleKey);
  menu.addEventListener("focusout", (event) => {
    const next = event.relatedTarget;
    if (!(next instanceof Node && menu.contains(next))) close();
  });

  return {
    element: menu,
    close,
    setChoices(choices, selected) {
      menu.hidden = choices.length === 0;
      list.replaceChildren(
        ...choices.map(({ value, label: text }) => {
          const isSelected = value === selected;
          const item = element(
            "button",
            {
              type: "button",
              role: "menuitemradio",
              "aria-checked": String(isSelected),
              tabindex: "-1",
            },
            [icon(isSelected ? ICONS.check : ""), text],
          );
          item.addEventListener("click", () => {
            // First, because a new list removes the focused item.
            close();
            onChoose(value);
          });
          return item;
        }),
      );
    },
  };
}
