import { clsx } from "clsx";
import { useId } from "react";
import { peopleMessages } from "#shared/messages/studio/people.ts";
import { BUNDLES, type Permission, PERMISSIONS } from "#shared/studio/permissions.ts";
import { useStudio } from "#web/features/studio/kit/studio-context.ts";
import { useTexts } from "#web/lib/site.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import {
  BUNDLE_NAMES,
  bundleOf,
  holdsAll,
  type StaffAccess,
  type AccessErrors,
  togglePermission,
} from "./access.domain.ts";

type AccessFieldsProps = {
  access: StaffAccess;
  onChange: (access: StaffAccess) => void;
  errors: AccessErrors;
};

/** Permissions by bundle and one by one, with an end date. Staff can only grant what they hold. */
export function AccessFields({ access, onChange, errors }: AccessFieldsProps) {
  const { form } = useTexts(peopleMessages);
  const { me } = useStudio();
  const { permissions, until } = access;
  const give = (wanted: readonly Permission[]): void =>
    onChange({ ...access, permissions: wanted });
  return (
    <>
      <BundleChoice permissions={permissions} onChoose={give} />
      <PermissionList
        permissions={permissions}
        onChoose={give}
        hasErrors={errors.access && permissions.length === 0}
      />
      {me.permissions.length < PERMISSIONS.length && (
        <p className="text-sm text-ink-soft">{form.lacking}</p>
      )}
      {permissions.includes("people") && (
        <p className="rounded-card bg-gold-soft p-4 text-sm">{form.needsStep}</p>
      )}
      <TextField
        type="date"
        name="until"
        label={form.until}
        hint={form.untilHint}
        value={until}
        error={errors.until ? form.untilOver : undefined}
        onChange={(event) => onChange({ ...access, until: event.currentTarget.value })}
      />
    </>
  );
}

type ChoiceProps = {
  permissions: readonly Permission[];
  onChoose: (permissions: readonly Permission[]) => void;
};

function BundleChoice({ permissions, onChoose }: ChoiceProps) {
  const { form, bundles } = useTexts(peopleMessages);
  const { me } = useStudio();
  const name = useId();
  const selected = bundleOf(permissions);
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{form.bundle}</legend>
      <div className="flex flex-wrap gap-2">
        {BUNDLE_NAMES.filter((bundle) => holdsAll(me.permissions, BUNDLES[bundle])).map(
          (bundle) => (
            <label
              key={bundle}
              className={clsx(
                "flex min-h-11 cursor-pointer items-center gap-2 rounded-full border px-4 text-sm font-medium",
                selected === bundle ? "border-brand bg-brand-soft" : "border-ink-soft/60",
              )}
            >
              <input
                type="radio"
                name={name}
                checked={selected === bundle}
                onChange={() => onChoose(BUNDLES[bundle])}
                className="size-4 shrink-0 accent-brand"
              />
              {bundles[bundle]}
            </label>
          ),
        )}
      </div>
    </fieldset>
  );
}

function PermissionList({
  permissions,
  onChoose,
  hasErrors,
}: ChoiceProps & { hasErrors: boolean }) {
  const { form, rights } = useTexts(peopleMessages);
  const { can } = useStudio();
  const id = useId();
  return (
    <fieldset aria-describedby={hasErrors ? id : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">{form.rights}</legend>
      <div>
        {PERMISSIONS.map((permission) => (
          <label
            key={permission}
            className={clsx("flex min-h-11 items-center gap-3", can(permission) || "text-ink-soft")}
          >
            <input
              type="checkbox"
              name="permissions"
              value={permission}
              checked={permissions.includes(permission)}
              disabled={!can(permission)}
              aria-invalid={hasErrors}
              onChange={() => onChoose(togglePermission(permissions, permission))}
              className="size-5 shrink-0 accent-brand"
            />
            {rights[permission]}
          </label>
        ))}
      </div>
      {hasErrors && (
        <p id={id} className="mt-1.5 text-sm font-medium text-danger">
          {form.noRights}
        </p>
      )}
    </fieldset>
  );
}
