import type { HookFallback, HookMode, InferenceHook } from '@svc/contract';
import { useState } from 'react';
import { inferenceHookStrings } from '../../strings/inference-hook.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { Notice } from '../../ui/notice.tsx';

const { form: words, settings: names, modes, fallbacks } = inferenceHookStrings;

/** A new hook begins in shadow mode. What did not refuse calls before does so only after a confirmation. */
export function ModeFields({ hook }: { readonly hook: InferenceHook | null }) {
  const [mode, setMode] = useState<HookMode>(hook?.mode ?? 'shadow');
  const [fallback, setFallback] = useState<HookFallback>(hook?.on_failure ?? 'deny');
  const { enforce } = words;
  return (
    <>
      <RadioGroup legend={names.mode} name="mode" options={modes} chosen={mode} onChoose={setMode} />
      <RadioGroup
        legend={names.onFailure}
        name="on_failure"
        options={fallbacks}
        chosen={fallback}
        onChoose={setFallback}
      />
      {mode === 'enforce' && hook?.mode !== 'enforce' && (
        <Notice tone="warn">
          <p className="mb-2">
            {enforce[fallback]} {enforce.advice}
          </p>
          <CheckField label={enforce.confirm} required />
        </Notice>
      )}
    </>
  );
}

interface RadioGroupProps<Value extends string> {
  readonly legend: string;
  readonly name: string;
  readonly options: Readonly<Record<Value, { readonly name: string; readonly hint: string }>>;
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

function RadioGroup<Value extends string>({
  legend,
  name,
  options,
  chosen,
  onChoose,
}: RadioGroupProps<Value>) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {(Object.keys(options) as Value[]).map((value) => (
        <CheckField
          key={value}
          type="radio"
          name={name}
          value={value}
          checked={chosen === value}
          onChange={() => onChoose(value)}
          {...labelOf(options[value])}
        />
      ))}
    </fieldset>
  );
}

function labelOf({ name, hint }: { readonly name: string; readonly hint: string }) {
  return { label: name, hint };
}
