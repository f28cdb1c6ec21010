import { requestStrings } from '../../strings/requests.ts';
import { FilterInput } from '../../ui/form/filter-control.tsx';

interface CostFilterProps {
  readonly chosen: string | undefined;
  readonly onChoose: (cost: string) => void;
}

/** The least cost, in US dollars. Applies when the field is left or Enter pressed. */
export function CostFilter({ chosen = '', onChoose }: CostFilterProps) {
  const choose = (cost: string) => {
    if (cost !== chosen) onChoose(cost);
  };
  return (
    <FilterInput
      key={chosen}
      label={requestStrings.filters.cost}
      isSet={chosen !== ''}
      className="md:w-14"
      inputMode="decimal"
      placeholder="0.01"
      defaultValue={chosen}
      maxLength={17}
      autoComplete="off"
      onBlur={({ target }) => choose(target.value.trim())}
      onKeyDown={({ key, currentTarget: { value } }) => {
        if (key === 'Enter') choose(value.trim());
      }}
    />
  );
}
