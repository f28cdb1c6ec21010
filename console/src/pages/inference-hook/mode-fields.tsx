import type { HookFallback, HookMode, InferenceHook } from '@svc/contract';
import { useState } from 'react';
import { inferenceHookStrings } from '../../strings/inference-hook.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import { Notice } from '../../ui/notice.tsx';

const { form: words, settings: names, modes, fallbacks } = inferenceHookStrings;

/** A new hook begins in shadow mode. What did not refuse calls before does so only after a confirmation. */
export function ModeFields({ hook }: { readonly hook: InferenceHook | null }) {
  const [mode, setMode] = useState<HookMode>(hook?.mode ?? 'shadow');
  const [fallback, setFallback] = useState<HookFallback>(hook?.on_failure ?? 'deny');
  const { enforce } = words;
  return (
    <>
      <RadioField
        legend={names.mode}
        name="mode"
        options={labelled(modes)}
        chosen={mode}
        onChoose={setMode}
      />
      <RadioField
        legend={names.onFailure}
        name="on_failure"
        options={labelled(fallbacks)}
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

type Named = Readonly<Record<string, { readonly name: string; readonly hint: string }>>;
type Labelled<Options> = {
  readonly [Value in keyof Options]: { readonly label: string; readonly hint: string };
};

function labelled<Options extends Named>(options: Options): Labelled<Options> {
  const labels = Object.entries(options).map(([value, { name, hint }]) => [value, { label: name, hint }]);
  return Object.fromEntries(labels) as Labelled<Options>;
}
