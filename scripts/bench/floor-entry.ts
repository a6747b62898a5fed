import { createElement } from "react";
import { hydrateRoot } from "react-dom/client";
import { FLOOR_TEXT } from "./floor-text.ts";

/** Script of the floor page: React hydrates one heading. */
hydrateRoot(document.body, createElement("h1", null, FLOOR_TEXT));
