import { z } from "zod";
import { PERMISSIONS, type Permission } from "#shared/studio/permissions.ts";
import type { DocumentsDeps } from "./read-documents.ts";

const meSchema = z.object({ permissions: z.array(z.string()) });

/** Whether somebody may: 401 stands for nobody that the backend knows, 403 for one who may not. */
export type StaffVerdict = "may" | 401 | 403;

/** Asks the backend for the rights of whoever sends this `Authorization` header. */
export type StaffCheck = (
  authorization: string | undefined,
  permission: Permission,
) => Promise<StaffVerdict>;

/** Tokens are longer by their claims; what is longer still is none. */
const BEARER = /^Bearer [\w.-]{20,8192}$/i;

/** @throws Error from the check when the backend does not answer. */
export function createStaffCheck({ transport, publishableKey }: DocumentsDeps): StaffCheck {
  return async (authorization, permission) => {
    if (authorization === undefined || !BEARER.test(authorization)) return 401;
    const response = await transport("/rest/v1/rpc/studio_me", {
      method: "POST",
      headers: { apikey: publishableKey, authorization, "content-type": "application/json" },
      body: "{}",
    });
    if (response.status === 401) return 401;
    if (response.status === 403) return 403;
    if (!response.ok) throw new Error(`Rights could not be read: HTTP ${response.status}`);
    const { permissions } = meSchema.parse(await response.json());
    const known = permissions.filter((name) => PERMISSIONS.some((one) => one === name));
    return known.includes(permission) ? "may" : 403;
  };
}
