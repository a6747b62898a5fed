import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { offlineMessages } from "#shared/messages/offline.ts";
import { useConnection } from "#web/lib/http/use-connection.ts";
import { useTexts } from "#web/lib/site.ts";
import { IconButton } from "./icon-button.tsx";

/** Returns the text of a control that needs the network while there is no connection, else null. */
export function useNeedsNetwork(): string | null {
  const { needsNetwork } = useTexts(offlineMessages);
  return useConnection() === "online" ? null : needsNetwork;
}

/** Returns the name of a control with the text of `useNeedsNetwork`. */
export function networkName(name: string, needsNetwork: string | null): string {
  return needsNetwork === null ? name : `${name} (${needsNetwork})`;
}

/**
 * An icon button that needs the network. Without a connection it is pale and its name says so; a
 * press still tries.
 */
export function NetworkIconButton({
  label,
  className,
  ...rest
}: ComponentProps<typeof IconButton>) {
  const needsNetwork = useNeedsNetwork();
  return (
    <IconButton
      label={networkName(label, needsNetwork)}
      className={clsx(needsNetwork !== null && "opacity-50", className)}
      {...rest}
    />
  );
}
