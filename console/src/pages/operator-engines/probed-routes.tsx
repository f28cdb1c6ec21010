import type { EngineProbe } from '@svc/contract';
import { operatorEngineStrings } from '../../strings/operator-engines.ts';
import { formatCount } from '../../ui/text/format.ts';
import { ProbeStatus } from './probe-status.tsx';

const { probe: words, reasons } = operatorEngineStrings;

type Route = EngineProbe['routes'][number];

const FINDINGS = ['streams', 'usage_in_streams', 'tools', 'vision', 'reasoning'] as const;

/** Routes with what was found out of each. On a phone it scrolls sideways. */
export function ProbedRoutes({ routes }: { readonly routes: readonly Route[] }) {
  const heads = [words.status, ...FINDINGS.map((name) => words.findings[name]), words.dialect, words.context];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
    <section className="overflow-x-auto" tabIndex={0} aria-label={words.routes}>
      <table className="w-full min-w-160 text-left text-[13px]">
        <caption className="sr-only">{words.routes}</caption>
        <thead>
          <tr className="text-xs text-quiet">
            {[words.route, ...heads].map((head) => (
              <th key={head} scope="col" className="py-1.5 pr-3 align-bottom font-medium wrap-normal">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {routes.map((route) => (
            <RouteLine key={`${route.model} ${route.engine_model}`} route={route} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RouteLine({ route }: { readonly route: Route }) {
  const { model, engine_model: name, status, reason, dialect, dialect_from: from } = route;
  const size = route.max_context_tokens;
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="max-w-48 min-w-32 py-1.5 pr-3 font-medium break-words">
        {model}
        {name !== model && <p className="font-normal text-quiet">{name}</p>}
      </th>
      <td className="max-w-40 py-1.5 pr-3">
        <ProbeStatus status={status} />
        {reason && <p className="mt-1 text-quiet">{reasons[reason]}</p>}
      </td>
      {FINDINGS.map((finding) => (
        <td key={finding} className="py-1.5 pr-3">
          {wordOf(route[finding])}
        </td>
      ))}
      <td className="py-1.5 pr-3 break-words">
        {dialect === null ? words.unknown : `${dialect} (${words.dialectFrom[from]})`}
      </td>
      <td className="py-1.5 tabular-nums">{size === null ? words.unknown : formatCount(size)}</td>
    </tr>
  );
}

function wordOf(finding: boolean | null): string {
  if (finding === null) return words.unknown;
  return finding ? words.yes : words.no;
}
