import type { CallerRequest } from "./database.ts";

/** How the server itself enters the database: with every right on the product's tables. */
export const SERVICE_ROLE_REQUEST = {
  caller: {
    role: "service_role",
    claims: { role: "service_role" },
    userId: null,
    sessionId: null,
  },
  method: "POST",
  path: "/",
  headers: {},
  isReadOnly: false,
} as const satisfies CallerRequest;
