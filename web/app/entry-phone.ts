import "./app.css";
import "./native/phone.css";
import { startPhone } from "./native/start-phone.tsx";

void startPhone();
