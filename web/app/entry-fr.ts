import { fr } from "#shared/messages/fr.ts";
import { start } from "./start.tsx";

void start(fr);
