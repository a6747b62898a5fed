import "./app.css";
import "./phone/phone.css";
import { startPhone } from "./phone/start-phone.tsx";

void startPhone();
