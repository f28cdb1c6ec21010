import { uiStrings } from '../strings/ui.ts';

interface PassingRowProps {
  readonly position: number;
  readonly heightPx: number;
  readonly columns: number;
}

/** The place of a row that passes too fast to be read. */
export function PassingRow({ position, heightPx, columns }: PassingRowProps) {
  return (
    <tr
      aria-rowindex={position + 2}
      style={{ height: heightPx }}
      className="border-b border-line last:border-0"
    >
      <td colSpan={columns} aria-label={uiStrings.loading} className="px-3 md:px-4">
        <div className="h-3 w-2/5 rounded bg-hover" />
      </td>
    </tr>
  );
}
