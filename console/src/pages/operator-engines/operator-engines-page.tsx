import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { NodeState } from '@svc/contract';
import { nodeStateOptions } from '../../api/operator-engines.ts';
import { operatorEngineStrings as words } from '../../strings/operator-engines.ts';
import { searchNames } from '../../strings/search-names.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { formatCount, formatShare } from '../../ui/text/format.ts';
import { OrganizationLink } from '../../resources/organizations/organization-link.tsx';
import { LeftRoutes } from './left-routes.tsx';
import { operatorEnginesRoute } from './operator-engines-route.ts';
import { EngineActions } from './engine-actions.tsx';
import { EngineKeys } from './engine-keys.tsx';
import { RouteRow } from './route-row.tsx';
import { useRouteTraffic } from './use-route-traffic.ts';

/** Read again every few seconds: it is looked at while something is wrong. */
export function OperatorEnginesPage() {
  const { data: state, error, refetch } = useQuery(nodeStateOptions);
  if (state) return <Found state={state} />;
  return (
    <Page>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines />}</Page>
  );
}

function Found({ state }: { readonly state: NodeState }) {
  const { node_id: nodeId, unavailable, degraded, engines, models } = state;
  return (
    <Page lead={<span className="break-words">{words.lead(nodeId)}</span>}>
      {unavailable.length > 0 && <Notice tone="danger">{words.away(unavailable.join(', '))}</Notice>}
      {degraded.length > 0 && <Notice tone="warn">{words.degraded(degraded.join(', '))}</Notice>}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        {engines.map((engine) => (
          <EngineCard
            key={engine.name}
            engine={engine}
            models={
              models.filter(({ routes }) => routes.some((route) => route.engine === engine.name)).length
            }
          />
        ))}
      </div>
      <ModelsCard models={models} />
      <LeftRoutes />
    </Page>
  );
}

/** Models with their routes, and how each route did over a time that is kept in the address. */
function ModelsCard({ models }: Pick<NodeState, 'models'>) {
  const { span } = operatorEnginesRoute.useLoaderDeps();
  const navigate = useNavigate({ from: '/operator/engines' });
  const totalsOf = useRouteTraffic(span);
  return (
    <Card
      title={words.models}
      lead={words.figures.lead}
      actions={
        <ChoiceField
          label={words.figures.span}
          value={span}
          names={searchNames.trafficSpans}
          onChange={(chosen) =>
            void navigate({ search: chosen === '1h' ? {} : { span: chosen }, replace: true })
          }
        />
      }
    >
      <ul className="flex flex-col gap-4">
        {models.map(({ id, routes }) => (
          <li key={id} className="flex flex-col gap-2">
            <h3 className="font-medium break-words">{id}</h3>
            <ul className="flex flex-col gap-2">
              {routes.map((route) => (
                <RouteRow
                  key={`${route.engine} ${route.model}`}
                  modelId={id}
                  route={route}
                  totals={totalsOf(route.engine, id)}
                  isLast={routes.every(
                    (other) => other.engine === route.engine || !other.in_service || other.breaker === 'open',
                  )}
                />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Engine = NodeState['engines'][number];

function EngineCard({ engine, models }: { readonly engine: Engine; readonly models: number }) {
  const failed = Object.entries(engine.faults).filter(([, count]) => count > 0);
  const implausible = engine.implausible_counts;
  return (
    <Card title={engine.name} actions={<EngineActions engine={engine} models={models} />}>
      {implausible > 0 && (
        <Notice tone="warn">{words.implausible(implausible, formatCount(implausible))}</Notice>
      )}
      <Facts
        facts={{
          [words.type]: engine.type,
          [words.slots]: words.used(formatCount(engine.slots_in_use), formatCount(engine.slots)),
          [words.background]: formatCount(engine.slots_in_background),
          [words.shares]: engine.shares.length > 0 ? <Shares engine={engine} /> : undefined,
          [words.keys]: engine.keys.length > 0 ? <EngineKeys keys={engine.keys} /> : undefined,
          [words.faults]:
            failed.length === 0
              ? words.noFaults
              : failed.map(([kind, count]) => words.fault(kind, formatCount(count))).join(', '),
        }}
      />
    </Card>
  );
}

/** Which organizations have the slots in use. */
function Shares({ engine: { shares, slots_in_use: used } }: { readonly engine: Engine }) {
  return (
    <ul className="flex flex-col gap-1">
      {shares.map(({ organization_id: id, organization_name: name, slots_in_use: slots }) => (
        <li key={id} className="flex min-w-0 gap-2">
          <OrganizationLink id={id} name={name} />
          <span className="whitespace-nowrap text-quiet">
            {words.share(formatCount(slots), formatShare(slots / used))}
          </span>
        </li>
      ))}
    </ul>
  );
}
