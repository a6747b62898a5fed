import { type FormEvent, useRef, useState } from "react";
import * as v from "valibot";

/** Error texts by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

type CheckedForm = {
  /** For the `<form>`. */
  formProps: {
    ref: React.RefObject<HTMLFormElement | null>;
    noValidate: true;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    onInput: (event: FormEvent<HTMLFormElement>) => void;
  };
  errors: FieldErrors;
  isPending: boolean;
};

type Options<Values> = {
  rules: v.GenericSchema<unknown, Values>;
  /** Returns the text of a rule's message key. */
  textOf: (messageKey: string) => string;
  /** Sends valid values. Returns the server's errors by field. */
  send: (values: Values) => Promise<FieldErrors | void>;
};

/**
 * A native form validated by a schema on submit. Fields keep their text; each error stays with its
 * field until that is edited, and the first invalid one gets focus.
 */
export function useCheckedForm<Values>({ rules, textOf, send }: Options<Values>): CheckedForm {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isPending, setIsPending] = useState(false);

  function show(found: FieldErrors): void {
    setErrors(found);
    const first = [...(ref.current?.elements ?? [])].find(
      (element) => element instanceof HTMLElement && (element.getAttribute("name") ?? "") in found,
    );
    if (first instanceof HTMLElement) first.focus();
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    const result = v.safeParse(rules, Object.fromEntries(new FormData(form)));
    if (!result.success) {
      show(errorsOf(result.issues, textOf));
      return;
    }
    setErrors({});
    setIsPending(true);
    const refused = await send(result.output).finally(() => setIsPending(false));
    if (refused) show(refused);
  }

  return {
    formProps: {
      ref,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        if (!isPending) void submit(event.currentTarget);
      },
      onInput(event) {
        const { target } = event;
        const name = target instanceof HTMLElement ? (target.getAttribute("name") ?? "") : "";
        if (name in errors) setErrors(({ [name]: _mended, ...others }) => others);
      },
    },
    errors,
    isPending,
  };
}

/** Returns the text of the first issue of each field. */
function errorsOf(
  issues: readonly v.BaseIssue<unknown>[],
  textOf: (messageKey: string) => string,
): FieldErrors {
  const errors: Record<string, string> = {};
  for (const issue of issues) {
    const name = v.getDotPath(issue) ?? "";
    errors[name] ??= textOf(issue.message);
  }
  return errors;
}
