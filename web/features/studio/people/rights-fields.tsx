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
  type Rights,
  type RightsFaults,
  toggled,
} from "./rights.domain.ts";

type RightsFieldsProps = {
  rights: Rights;
  onChange: (rights: Rights) => void;
  faults: RightsFaults;
};

/** Permissions by bundle and one by one, with an end date. Staff can only grant what they hold. */
export function RightsFields({ rights, onChange, faults }: RightsFieldsProps) {
  const { form } = useTexts(peopleMessages);
  const { me } = useStudio();
  const { permissions, until } = rights;
  const give = (wanted: readonly Permission[]): void =>
    onChange({ ...rights, permissions: wanted });
  return (
    <>
      <BundleChoice permissions={permissions} onChoose={give} />
      <PermissionList permissions={permissions} onChoose={give} isFaulty={faults.rights} />
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
        error={faults.until ? form.untilOver : undefined}
        onChange={(event) => onChange({ ...rights, until: event.currentTarget.value })}
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
  const chosen = bundleOf(permissions);
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
                chosen === bundle ? "border-brand bg-brand-soft" : "border-ink-soft/60",
              )}
            >
              <input
                type="radio"
                name={name}
                checked={chosen === bundle}
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

function PermissionList({ permissions, onChoose, isFaulty }: ChoiceProps & { isFaulty: boolean }) {
  const { form, rights } = useTexts(peopleMessages);
  const { can } = useStudio();
  const id = useId();
  return (
    <fieldset aria-describedby={isFaulty ? id : undefined}>
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
              aria-invalid={isFaulty}
              onChange={() => onChoose(toggled(permissions, permission))}
              className="size-5 shrink-0 accent-brand"
            />
            {rights[permission]}
          </label>
        ))}
      </div>
      {isFaulty && (
        <p id={id} className="mt-1.5 text-sm font-medium text-danger">
          {form.noRights}
        </p>
      )}
    </fieldset>
  );
}
