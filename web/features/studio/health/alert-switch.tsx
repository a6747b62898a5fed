import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { healthMessages } from "#shared/messages/studio/health.ts";
import { useClient, useStudio } from "#web/features/studio/kit/studio-context.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { alertsQuery, setAlert } from "./health.data.ts";

/** Whether this helper is told by mail of one light. */
export function AlertSwitch({ light, name }: { light: string; name: string }) {
  const { alerts } = useTexts(healthMessages);
  const { language } = useSite();
  const { user } = useStudio();
  const open = useClient();
  const queryClient = useQueryClient();
  const query = alertsQuery(open);
  const { data: wanted } = useQuery(query);
  const change = useMutation({
    mutationFn: (isWanted: boolean) => setAlert(open, user.id, { light, language, isWanted }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  });
  if (!wanted) return null;
  const isWanted = change.isPending ? change.variables : wanted.includes(light);
  return (
    <div>
      <label className="inline-flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input
          type="checkbox"
          aria-label={alerts.tell(name)}
          checked={isWanted}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.target.checked)}
          className="size-5 accent-brand"
        />
        <span aria-hidden="true">{alerts.short}</span>
      </label>
      {change.isError && (
        <p role="alert" className="text-sm text-danger">
          {alerts.failed}
        </p>
      )}
    </div>
  );
}
