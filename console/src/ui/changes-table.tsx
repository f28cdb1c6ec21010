import { uiStrings } from '../strings/ui.ts';

const { changes: words } = uiStrings;

interface ChangesTableProps {
  readonly title: string;
  readonly changes: Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown }>>;
}

/** What fields were before and after. Nothing where none changed. */
export function ChangesTable({ title, changes }: ChangesTableProps) {
  const fields = Object.entries(changes);
  if (fields.length === 0) return null;
  return (
    <table className="w-full table-fixed text-left">
      <caption className="mb-2 text-left font-semibold">{title}</caption>
      <thead>
        <tr className="text-xs text-quiet">
          {[words.field, words.before, words.after].map((head) => (
            <th key={head} scope="col" className="py-1.5 pr-3 font-medium">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map(([field, { from, to }]) => (
          <tr key={field} className="border-t border-line align-top">
            <th scope="row" className="py-1.5 pr-3 font-mono text-[13px] font-medium break-words">
              {field}
            </th>
            <td className="py-1.5 pr-3 font-mono text-[13px] break-words">{valueText(from)}</td>
            <td className="py-1.5 pr-3 font-mono text-[13px] break-words">{valueText(to)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return words.none;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
