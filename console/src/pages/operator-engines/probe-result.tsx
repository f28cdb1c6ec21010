import type { EngineProbe } from '@svc/contract';
import { operatorEngineStrings } from '../../strings/operator-engines.ts';
import { Notice } from '../../ui/notice.tsx';
import { EngineKeys } from './engine-keys.tsx';
import { ProbeStatus } from './probe-status.tsx';
import { ProbedRoutes } from './probed-routes.tsx';

const { probe: words, reasons } = operatorEngineStrings;

/** What was found out: of the engine, its keys and its routes, and what the configuration says otherwise. */
export function ProbeResult({ probe: { status, reason, keys, routes } }: { readonly probe: EngineProbe }) {
  const differing = routes.filter(({ differs }) => differs.length > 0);
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center gap-2">
        <ProbeStatus status={status} />
        {reason && <span>{reasons[reason]}</span>}
      </p>
      {routes.length > 0 ? <ProbedRoutes routes={routes} /> : <p>{words.noRoutes}</p>}
      {differing.length > 0 && (
        <Notice tone="warn">
          <p>{words.differs}</p>
          <ul className="mt-1 flex flex-col gap-1">
            {differing.map(({ model, engine_model: name, differs }) => (
              <li key={`${model} ${name}`} className="break-words">
                {model}: <code className="text-[13px]">{differs.join(', ')}</code>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {keys.length > 0 && (
        <section className="flex flex-col gap-2">
          <h3 className="font-semibold">{operatorEngineStrings.keys}</h3>
          <EngineKeys keys={keys} />
        </section>
      )}
    </div>
  );
}
