import { requestStrings } from '../../strings/requests.ts';
import { FilterInput } from '../../ui/form/filter-control.tsx';
import { useDraftText } from '../../ui/form/use-draft-text.ts';

interface CostFilterProps {
  readonly chosen: string | undefined;
  readonly onChoose: (cost: string) => void;
}

/** The least cost, in US dollars. Applies when the field is left or Enter pressed. */
export function CostFilter({ chosen = '', onChoose }: CostFilterProps) {
  const { draft, type, expect } = useDraftText(chosen);
  const choose = (cost: string) => {
    if (cost === chosen) return;
    expect(cost);
    onChoose(cost);
  };
  return (
    <FilterInput
      label={requestStrings.filters.cost}
      isSet={chosen !== ''}
      className="md:w-14"
      inputMode="decimal"
      placeholder="0.01"
      value={draft ?? chosen}
      maxLength={17}
      autoComplete="off"
      onChange={({ target }) => type(target.value)}
      onBlur={({ target }) => choose(target.value.trim())}
      onKeyDown={({ key, currentTarget: { value } }) => {
        if (key === 'Enter') choose(value.trim());
      }}
    />
  );
}
