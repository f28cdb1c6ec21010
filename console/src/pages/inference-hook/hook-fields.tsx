import type { InferenceHook } from '@svc/contract';
import { inferenceHookStrings } from '../../strings/inference-hook.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { EventsField } from './events-field.tsx';
import { HeadersField } from './headers-field.tsx';
import { ModeFields } from './mode-fields.tsx';
import { WorkspacesField } from './workspaces-field.tsx';

const { form: words, settings: names } = inferenceHookStrings;

export function HookFields({ hook }: { readonly hook: InferenceHook | null }) {
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
        param="url"
      />
      <ModeFields hook={hook} />
      <EventsField chosen={hook?.events} />
      <WorkspacesField chosen={hook?.workspace_ids ?? null} />
      <TextField
        label={words.timeout}
        hint={words.timeoutHint}
        name="timeout"
        type="number"
        min={1}
        defaultValue={hook?.timeout_ms}
        optional
        param="timeout_ms"
      />
      <HeadersField names={hook?.headers ?? []} />
      <p className="text-[13px] text-quiet">{words.within}</p>
    </>
  );
}
