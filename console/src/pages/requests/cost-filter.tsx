import { requestStrings } from '../../strings/requests.ts';
import { TextField } from '../../ui/form/text-field.tsx';

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
    <TextField
      key={chosen}
      label={requestStrings.filters.cost}
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
