import type { UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { type Permission, PERMISSIONS } from "#shared/studio/permissions.ts";
import {
  type ApiResult,
  assertSucceeded,
  type failureOf,
  type Failure,
  toApiResult,
} from "#web/features/studio/kit/result.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";
import { endOfDay, type StaffAccess } from "./access.domain.ts";

/** Keeps known permissions only: a newer server may send more. */
const permissionsSchema = v.pipe(
  v.array(v.string()),
  v.transform((names): Permission[] => PERMISSIONS.filter((known) => names.includes(known))),
);

const staffMemberSchema = v.object({
  user_id: v.string(),
  name: v.string(),
  permissions: permissionsSchema,
  since: v.string(),
  until: v.nullable(v.string()),
  invited_by_name: v.nullable(v.string()),
  isMe: v.boolean(),
  isOwner: v.boolean(),
  isOfServer: v.boolean(),
  hasSecondStep: v.boolean(),
});

export type StaffMember = v.InferOutput<typeof staffMemberSchema>;

const invitationSchema = v.object({
  id: v.string(),
  email: v.string(),
  permissions: permissionsSchema,
  until: v.nullable(v.string()),
  expires_at: v.string(),
  invited_by_name: v.nullable(v.string()),
});

/** Invitation link that is not used yet. */
export type Invitation = v.InferOutput<typeof invitationSchema>;

/** Query of the staff, oldest members first. */
export function staffQuery(open: OpenClient): UseQueryOptions<StaffMember[]> {
  return {
    queryKey: ["studio", "staff"],
    async queryFn({ signal }) {
      const result = await open().rpc("studio_staff").abortSignal(signal).retry(false);
      assertSucceeded(result);
      return v.parse(v.array(staffMemberSchema), result.data);
    },
  };
}

/** Query of the open invitation links. */
export function invitationsQuery(open: OpenClient): UseQueryOptions<Invitation[]> {
  return {
    queryKey: ["studio", "invitations"],
    async queryFn({ signal }) {
      const result = await open().rpc("studio_invitations").abortSignal(signal).retry(false);
      assertSucceeded(result);
      return v.parse(v.array(invitationSchema), result.data);
    },
  };
}

/** Error code for removing the last owner. */
const LAST_OWNER_CODE = "23001";

/** Reason why nothing was changed. */
export type StaffFailure = Failure | "last-owner";

type StaffResult = ApiResult<null, StaffFailure>;

/** Replaces the permissions of a staff member. Also restores a member who was just removed. */
export async function changeStaff(
  open: OpenClient,
  userId: string,
  { permissions, until }: StaffAccess,
): Promise<StaffResult> {
  return toStaffResult(
    await open().rpc("studio_change_staff", {
      p_user: userId,
      p_permissions: [...permissions],
      ...endOf(until),
    }),
  );
}

/** Revokes all permissions of a staff member. */
export async function revokeAccess(open: OpenClient, userId: string): Promise<StaffResult> {
  return toStaffResult(await open().rpc("studio_withdraw", { p_user: userId }));
}

/** Creates the token of an invitation link for one email. */
export async function invite(
  open: OpenClient,
  email: string,
  { permissions, until }: StaffAccess,
): Promise<ApiResult<string>> {
  const result = await open().rpc("studio_invite", {
    p_email: email,
    p_permissions: [...permissions],
    ...endOf(until),
  });
  return toApiResult(result, () => v.parse(v.object({ token: v.string() }), result.data).token);
}

/** Revokes an invitation link. */
export async function revokeInvitation(open: OpenClient, id: string): Promise<StaffResult> {
  return toStaffResult(await open().rpc("studio_uninvite", { p_id: id }));
}

function endOf(until: string): { p_until?: string } {
  const end = endOfDay(until);
  return end === null ? {} : { p_until: end };
}

function toStaffResult(result: Parameters<typeof failureOf>[0]): StaffResult {
  if (result.error?.code === LAST_OWNER_CODE) return { ok: false, failure: "last-owner" };
  return toApiResult(result, () => null);
}
