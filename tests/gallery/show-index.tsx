import { useState } from "react";
import { LANGUAGES } from "#shared/languages.ts";
import { type GalleryAddress, galleryPath, STATE_NAMES_ID } from "./addresses.ts";
import { GALLERY } from "./gallery.ts";
import { renderRoot } from "./gallery-root.ts";

const WIDTHS_PX = [360, 768, 1280] as const;
const THEMES = ["light", "dark"] as const;
const STATE_NAMES = Object.fromEntries(
  Object.entries(GALLERY).map(([group, states]) => [group, Object.keys(states)]),
);

/** Shows the index: all names in a sidebar, the selected state in a frame of the selected width. */
export function showIndex(): void {
  renderRoot(
    <>
      <script type="application/json" id={STATE_NAMES_ID}>
        {JSON.stringify(STATE_NAMES)}
      </script>
      <Gallery />
    </>,
  );
}

function Gallery() {
  const [address, setAddress] = useState<GalleryAddress>(() => ({
    group: "",
    state: "",
    language: "en",
    theme: "light",
    ...Object.fromEntries(new URLSearchParams(window.location.hash.slice(1))),
  }));
  const [widthPx, setWidthPx] = useState<number>(WIDTHS_PX[0]);

  function choose(change: Partial<GalleryAddress>) {
    const next = { ...address, ...change };
    setAddress(next);
    window.history.replaceState(null, "", `#${new URLSearchParams(next).toString()}`);
  }

  return (
    <div className="gallery">
      <nav aria-label="States">
        {Object.entries(STATE_NAMES).map(([group, names]) => (
          <section key={group}>
            <h2>{group}</h2>
            <ul>
              {names.map((state) => (
                <li key={state}>
                  <button
                    type="button"
                    aria-pressed={group === address.group && state === address.state}
                    onClick={() => choose({ group, state })}
                  >
                    {state}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <main>
        <Choice
          name="Language"
          values={LANGUAGES}
          chosen={address.language}
          onChoose={(language) => choose({ language })}
        />
        <Choice
          name="Theme"
          values={THEMES}
          chosen={address.theme}
          onChoose={(theme) => choose({ theme })}
        />
        <Choice
          name="Width"
          values={WIDTHS_PX.map(String)}
          chosen={String(widthPx)}
          onChoose={(width) => setWidthPx(Number(width))}
        />
        {address.state === "" ? (
          <p>Choose a state.</p>
        ) : (
          <iframe title={address.state} src={galleryPath(address)} width={widthPx} />
        )}
      </main>
    </div>
  );
}

type ChoiceProps = {
  name: string;
  values: readonly string[];
  chosen: string;
  onChoose: (value: string) => void;
};

function Choice({ name, values, chosen, onChoose }: ChoiceProps) {
  return (
    <fieldset>
      <legend>{name}</legend>
      {values.map((value) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          {value}
        </label>
      ))}
    </fieldset>
  );
}
