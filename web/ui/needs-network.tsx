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

/** Returns a control's name, which says so where it needs the network and there is none. */
export function useNetworkName(name: string): string {
  const needsNetwork = useNeedsNetwork();
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
  const name = useNetworkName(label);
  return (
    <IconButton
      label={name}
      className={clsx(name !== label && "opacity-50", className)}
      {...rest}
    />
  );
}
