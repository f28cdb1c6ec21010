import type { MarginReport } from '@svc/contract';
import { operatorMarginStrings as words } from '../../strings/operator-margins.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { wholeList } from '../../ui/whole-list.ts';
import { MODEL_MARGIN_COLUMNS } from './margin-columns.tsx';

const modelOf = ({ model }: MarginReport['models'][number]) => model;

/** A period by model. Nothing where nothing was used. */
export function ModelMargins({ report: { models } }: { readonly report: MarginReport }) {
  return (
    <DataTable
      label={words.models}
      columns={MODEL_MARGIN_COLUMNS}
      list={wholeList(models)}
      rowKey={modelOf}
      empty={null}
    />
  );
}
