import type { ReactNode } from 'react';

interface PlainTableProps {
  readonly label: string;
  readonly heads: readonly string[];
  /** Each with a key of its own ahead of its cells. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** A short table that is there as a whole. */
export function PlainTable({ label, heads, rows }: PlainTableProps) {
  return (
    <div className="overflow-x-auto">
      <table aria-label={label} className="w-full text-left">
        <thead className="text-quiet">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="py-1.5 pr-6 font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="border-t border-line">
              {cells.map((cell, column) => (
                <td key={heads[column]} className="py-1.5 pr-6 break-all">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
