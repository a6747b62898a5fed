import { fr } from "#shared/messages/fr.ts";
import { start } from "./start/start.tsx";

void start(fr);
