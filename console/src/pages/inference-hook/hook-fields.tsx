import type { InferenceHook } from '@svc/contract';
import { fieldError } from '../../api/failure.ts';
import { inferenceHookStrings } from '../../strings/inference-hook.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { EventsField } from './events-field.tsx';
import { HeadersField } from './headers-field.tsx';
import { ModeFields } from './mode-fields.tsx';
import { WorkspacesField } from './workspaces-field.tsx';

const { form: words, settings: names } = inferenceHookStrings;

interface HookFieldsProps {
  readonly hook: InferenceHook | null;
  readonly error: unknown;
}

export function HookFields({ hook, error }: HookFieldsProps) {
  return (
    <>
      <TextField
        label={names.url}
        hint={words.urlHint}
        docs="inferenceHook"
        name="url"
        type="url"
        defaultValue={hook?.url}
        maxLength={2048}
        spellCheck={false}
        required
        error={fieldError(error, 'url')}
      />
      <ModeFields hook={hook} />
      <EventsField chosen={hook?.events} />
      <WorkspacesField chosen={hook?.workspace_ids ?? null} error={fieldError(error, 'workspace_ids')} />
      <TextField
        label={words.timeout}
        hint={words.timeoutHint}
        name="timeout"
        type="number"
        min={1}
        defaultValue={hook?.timeout_ms}
        optional
        error={fieldError(error, 'timeout_ms')}
      />
      <HeadersField names={hook?.headers ?? []} error={error} />
      <p className="text-[13px] text-quiet">{words.within}</p>
    </>
  );
}
