import { playgroundSetupStrings } from '../../../strings/playground-setup.ts';
import { ValueOptions } from '../../../ui/form/named-options.tsx';
import { SelectField } from '../../../ui/form/text-field.tsx';
import { formatCount } from '../../../ui/text/format.ts';
import { NumberField } from './number-field.tsx';
import type { SetupFieldsProps } from './parameters-card.tsx';
import { MIN_REASONING_TOKENS, type ReasoningChoice } from './reasoning-choice.ts';

const { reasoning: words } = playgroundSetupStrings;

export function ReasoningFields({ setup: { reasoning }, model, onChange }: SetupFieldsProps) {
  if (!model.capabilities.reasoning) return null;
  const change = (changed: Partial<ReasoningChoice>) => onChange({ reasoning: { ...reasoning, ...changed } });
  return (
    <>
      <SelectField
        label={words.label}
        value={reasoning.amount}
        onChange={({ target }) => change({ amount: target.value as ReasoningChoice['amount'] })}
      >
        <ValueOptions of={words.amounts} />
      </SelectField>
      {reasoning.amount === 'tokens' && (
        <NumberField
          label={words.tokens}
          hint={words.tokensHint(formatCount(MIN_REASONING_TOKENS))}
          min={MIN_REASONING_TOKENS}
          max={model.max_output_tokens}
          value={reasoning.tokens}
          onChange={(tokens = MIN_REASONING_TOKENS) => change({ tokens })}
        />
      )}
    </>
  );
}
