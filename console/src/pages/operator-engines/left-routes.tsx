import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Route } from '@svc/contract';
import { routesOptions, setRoute } from '../../api/operator-engines.ts';
import { useMayChange } from '../../api/operator-session.ts';
import { refresh } from '../../api/pages.ts';
import { errorSentence } from '../../api/failure.ts';
import { operatorEngineStrings } from '../../strings/operator-engines.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { Card } from '../../ui/page.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';

const { left: words } = operatorEngineStrings;

/** What is set for routes that are gone from the configuration. */
export function LeftRoutes() {
  const queries = useQueryClient();
  const mayChange = useMayChange();
  const { data } = useQuery(routesOptions);
  const remove = useMutation({
    mutationFn: (route: Route) => setRoute(route, { in_service: true, reason: null }),
    onSuccess: async () => {
      await refresh(queries, routesOptions.queryKey);
      toast(words.done);
    },
    onError: (cause) => toast(errorSentence(cause), 'danger'),
  });
  const left = data?.routes.filter((route) => !route.is_configured) ?? [];
  if (left.length === 0) return null;
  return (
    <Card title={words.title} lead={words.lead}>
      <ul className="flex flex-col gap-2">
        {left.map((route) => (
          <li
            key={`${route.engine} ${route.model}`}
            className="flex items-center justify-between gap-4 rounded-md bg-sunken px-3 py-2"
          >
            <TwoLines first={`${route.engine}: ${route.model}`} second={route.reason} />
            {mayChange && (
              <Button busy={remove.isPending} onClick={() => remove.mutate(route)}>
                {words.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
