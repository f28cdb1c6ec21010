import { requestStrings } from '../../strings/requests.ts';
import { FilterSelect } from '../../ui/form/filter-control.tsx';
import { ValueOptions } from '../../ui/form/named-options.tsx';

const { filters: words } = requestStrings;

/** What a model call can be answered with. */
const STATUSES = [200, 400, 401, 402, 403, 404, 408, 413, 429, 500, 502, 503, 504].map(String);

interface StatusFilterProps {
  readonly chosen: string | undefined;
  readonly onChoose: (status: string) => void;
}

export function StatusFilter({ chosen = '', onChoose }: StatusFilterProps) {
  const isOther = chosen !== '' && !STATUSES.includes(chosen) && !(chosen in words.outcomeNames);
  return (
    <FilterSelect label={words.status} value={chosen} onChoose={onChoose}>
      <option value="">{words.any}</option>
      <optgroup label={words.outcomes}>
        <ValueOptions of={words.outcomeNames} />
      </optgroup>
      <optgroup label={words.httpStatus}>
        {(isOther ? [...STATUSES, chosen] : STATUSES).map((status) => (
          <option key={status}>{status}</option>
        ))}
      </optgroup>
    </FilterSelect>
  );
}
