import type { Model } from '@svc/sdk';
import { playgroundSetupStrings } from '../../../strings/playground-setup.ts';
import { playgroundStrings } from '../../../strings/playground.ts';
import { TextAreaField } from '../../../ui/form/text-field.tsx';
import { Card } from '../../../ui/page.tsx';
import { formatCount } from '../../../ui/text/format.ts';
import type { CallSetup, Sampling } from './call-setup.ts';
import { MAX_STOP_SEQUENCES, stopSequences } from '../conversation/chat-request.ts';
import { FormatFields } from './format-fields.tsx';
import { NumberField } from './number-field.tsx';
import { ReasoningFields } from './reasoning-fields.tsx';

const { parameters: words } = playgroundSetupStrings;
const { settings } = playgroundStrings;

export interface SetupFieldsProps {
  readonly setup: CallSetup;
  /** What it takes decides which fields there are. */
  readonly model: Model;
  readonly onChange: (change: Partial<CallSetup>) => void;
}

/** Only what the model takes. */
export function ParametersCard(fields: SetupFieldsProps) {
  const { setup, model, onChange } = fields;
  const most = model.max_output_tokens;
  const isTooMany = stopSequences(setup.stop).length > MAX_STOP_SEQUENCES;
  return (
    <Card title={words.title} lead={words.lead}>
      <div className="flex flex-col gap-4">
        <NumberField
          label={settings.maxTokens}
          hint={settings.maxTokensHint(formatCount(most))}
          min={1}
          max={most}
          value={setup.maxTokens}
          onChange={(maxTokens) => onChange({ maxTokens })}
        />
        <ReasoningFields {...fields} />
        <FormatFields {...fields} />
        <SamplingFields {...fields} />
        <TextAreaField
          label={words.stop}
          hint={words.stopHint}
          error={isTooMany ? words.tooManyStops : undefined}
          rows={2}
          spellCheck={false}
          className="font-mono text-[13px]"
          value={setup.stop}
          onChange={({ target }) => onChange({ stop: target.value })}
        />
      </div>
    </Card>
  );
}

const FIELDS = [
  { name: 'temperature', label: words.temperature, min: 0, max: 2, step: 0.1 },
  { name: 'top_p', label: words.topP, min: 0.01, max: 1, step: 0.01 },
  { name: 'top_k', label: words.topK, min: 1 },
  { name: 'seed', label: words.seed, min: 0 },
] as const satisfies readonly { readonly name: keyof Sampling; [more: string]: unknown }[];

function SamplingFields({ setup, model, onChange }: SetupFieldsProps) {
  const taken = FIELDS.filter(({ name }) => model.capabilities[name]);
  if (taken.length === 0) return null;
  return (
    <div className="grid grid-cols-2 gap-3">
      {taken.map(({ name, ...field }) => (
        <NumberField
          key={name}
          {...field}
          value={setup.sampling[name]}
          onChange={(value) => onChange({ sampling: { ...setup.sampling, [name]: value } })}
        />
      ))}
    </div>
  );
}
