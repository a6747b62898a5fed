import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { useMessages } from "#web/lib/site.ts";
import { Switch } from "#web/ui/switch.tsx";

/** Data saver switch: images and players then load as little data as possible. */
export function DataSaverSwitch() {
  const { footer } = useMessages();
  const [isOn, choose] = useDataSaver();
  return (
    <Switch isOn={isOn} onTurn={choose} className="min-h-11 text-left">
      {footer.dataSaver}
    </Switch>
  );
}
