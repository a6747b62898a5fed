import { type ComponentProps, useCallback, useState } from "react";
import { onNear } from "#web/lib/near.ts";

/** A box whose content, and so its code, waits until the box is near. The box reserves the space. */
export function WhenNear({ children, ...box }: ComponentProps<"div">) {
  const [isNear, setNear] = useState(false);
  const watch = useCallback((element: HTMLDivElement) => onNear(element, () => setNear(true)), []);
  return (
    <div ref={watch} {...box}>
      {isNear && children}
    </div>
  );
}
