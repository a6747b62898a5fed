import { createElement, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { FLOOR_TEXT } from "./floor-text.ts";

/** Script of the floor page: React hydrates one heading, which shows that it was tapped. */
hydrateRoot(document.body, createElement(Heading));

function Heading() {
  const [isTapped, setTapped] = useState(false);
  const onClick = () => setTapped(true);
  return createElement("h1", { onClick, hidden: isTapped }, FLOOR_TEXT);
}
