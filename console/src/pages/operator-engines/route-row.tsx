import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NodeState } from '@svc/contract';
import { useState } from 'react';
import { nodeStateOptions, routesOptions, setRoute } from '../../api/operator-engines.ts';
import { useMayChange } from '../../api/operator-session.ts';
import { refresh } from '../../api/pages.ts';
import { errorSentence } from '../../api/failure.ts';
import { operatorEngineStrings as words } from '../../strings/operator-engines.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { formatDateTime } from '../../ui/text/format-time.ts';
import { TwoLines } from '../../ui/two-lines.tsx';
import { RouteFigures } from './route-figures.tsx';
import { TakeOutDialog } from './take-out-dialog.tsx';
import type { RouteTotals } from './totals-of-route.ts';

type RouteState = NodeState['models'][number]['routes'][number];

const TONES: Readonly<Record<RouteState['breaker'], Tone>> = {
  closed: 'good',
  half_open: 'warn',
  open: 'danger',
};

interface RouteRowProps {
  readonly modelId: string;
  readonly route: RouteState;
  readonly totals: RouteTotals | undefined;
  /** No other engine serves the model. */
  readonly isLast: boolean;
}

/** A route with its state. Why it is out of service is in a list of its own, which may come later. */
export function RouteRow({ modelId, route, totals, isLast }: RouteRowProps) {
  const { engine, model, priority, weight, breaker, reason, in_service: inService } = route;
  const { data: settings } = useQuery(routesOptions);
  const setting = settings?.routes.find((one) => one.model === modelId && one.engine === engine);
  const since = setting?.taken_out_at;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken px-3 py-2">
      <div className="flex min-w-0 flex-col gap-0.5">
        <TwoLines first={`${engine} ${words.route(model)}`} second={words.priority(priority, weight)} />
        <RouteFigures totals={totals} />
        {inService && reason && <span className="text-[13px] text-quiet">{words.reasons[reason]}</span>}
        {since && (
          <span className="text-[13px] break-words text-quiet">
            {words.outSince(formatDateTime(since), setting.reason)}
          </span>
        )}
      </div>
      <div className="flex items-center gap-3">
        {inService ? (
          <Badge tone={TONES[breaker]}>{words.breakers[breaker]}</Badge>
        ) : (
          <Badge>{words.out}</Badge>
        )}
        <RouteButton model={modelId} engine={engine} inService={inService} isLast={isLast} />
      </div>
    </li>
  );
}

interface RouteButtonProps {
  readonly model: string;
  readonly engine: string;
  readonly inService: boolean;
  readonly isLast: boolean;
}

function RouteButton({ model, engine, inService, isLast }: RouteButtonProps) {
  const queries = useQueryClient();
  const mayChange = useMayChange();
  const [isAsking, setIsAsking] = useState(false);
  const name = { model, engine };
  const done = async (text: string) => {
    await Promise.all([nodeStateOptions, routesOptions].map(({ queryKey }) => refresh(queries, queryKey)));
    toast(text);
  };
  const putIn = useMutation({
    mutationFn: () => setRoute(name, { in_service: true, reason: null }),
    onSuccess: () => done(words.putIn.done),
    onError: (cause) => toast(errorSentence(cause), 'danger'),
  });
  if (!mayChange) return null;
  return (
    <>
      <Button busy={putIn.isPending} onClick={() => (inService ? setIsAsking(true) : putIn.mutate())}>
        {inService ? words.takeOut.action : words.putIn.action}
      </Button>
      {isAsking && (
        <TakeOutDialog
          route={name}
          isLast={isLast}
          onClose={() => setIsAsking(false)}
          onDone={() => done(words.takeOut.done)}
        />
      )}
    </>
  );
}
