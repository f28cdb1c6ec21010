import type { OfferedModels } from '@svc/contract';
import { operatorEngineStrings } from '../../strings/operator-engines.ts';
import { formatNumber } from '../../ui/text/format.ts';

const { offered: words } = operatorEngineStrings;

/** Where the file and the catalog disagree. It is shown and never changed (D-ENG-33). */
export function PriceDifferences({ differs }: Pick<OfferedModels, 'differs'>) {
  if (differs.length === 0) return null;
  return (
    <table className="w-full table-fixed text-left text-[13px]">
      <caption className="mb-2 text-left text-sm font-semibold">{words.differs.title}</caption>
      <thead>
        <tr className="text-xs text-quiet">
          {[words.differs.what, words.differs.configured, words.differs.catalog].map((head) => (
            <th key={head} scope="col" className="py-1.5 pr-3 font-medium">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {differs.map(({ id, engine_model: model, field, configured, catalog }) => (
          <tr key={`${id} ${field}`} className="border-t border-line align-top">
            <th scope="row" className="py-1.5 pr-3 font-medium break-words">
              {id === model ? id : `${id} (${model})`}
              <p className="font-normal text-quiet">{field}</p>
            </th>
            <td className="py-1.5 pr-3 tabular-nums">{formatNumber(configured)}</td>
            <td className="py-1.5 tabular-nums">{formatNumber(catalog)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
