import type { InferenceHook } from '@svc/contract';
import { useMe } from '../../api/session.ts';
import { inferenceHookStrings as words } from '../../strings/inference-hook.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { Moment } from '../../ui/text/time.tsx';
import { nameWorkspace } from './name-workspace.ts';

const TONES: Readonly<Record<InferenceHook['status'], Tone>> = {
  off: 'neutral',
  healthy: 'good',
  failing: 'danger',
};

export function HookFacts({ hook }: { readonly hook: InferenceHook }) {
  const { settings: names } = words;
  const { workspaces } = useMe();
  return (
    <Facts
      facts={{
        [names.status]: <Badge tone={TONES[hook.status]}>{words.statuses[hook.status]}</Badge>,
        [names.url]: <code className="font-mono text-[13px]">{hook.url}</code>,
        [names.mode]: <Named {...words.modes[hook.mode]} />,
        [names.onFailure]: <Named {...words.fallbacks[hook.on_failure]} />,
        [names.timeout]: names.timeoutMs(formatCount(hook.timeout_ms)),
        [names.events]: hook.events.map((event) => words.events[event].name).join(', '),
        [names.workspaces]:
          hook.workspace_ids?.map((id) => nameWorkspace(workspaces, id)).join(', ') ?? names.allWorkspaces,
        [names.headers]: hook.headers.join(', ') || names.noHeaders,
        [names.updated]: <Moment at={hook.updated_at} />,
      }}
    />
  );
}

function Named({ name, hint }: { readonly name: string; readonly hint: string }) {
  return (
    <>
      {name}
      <span className="block text-[13px] text-quiet">{hint}</span>
    </>
  );
}
