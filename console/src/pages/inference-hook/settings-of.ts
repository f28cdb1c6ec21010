import type { ConsoleClientCalls, HookEvent, HookFallback, HookMode } from '@svc/contract';
import type { FormValues } from '../../ui/form/form.tsx';

export type HookSettings = ConsoleClientCalls['putInferenceHook']['body'];

/** All settings in the form: what the service is sent replaces those of before. Without a time, the service's own default. */
export function settingsOf(values: FormValues): HookSettings {
  const timeout = values('timeout').trim();
  return {
    url: values('url').trim(),
    mode: values('mode') as HookMode,
    on_failure: values('on_failure') as HookFallback,
    ...(timeout === '' ? {} : { timeout_ms: Number(timeout) }),
    events: JSON.parse(values('events')) as HookEvent[],
    workspace_ids: JSON.parse(values('workspaces')) as string[] | null,
    headers: (JSON.parse(values('header rows')) as number[]).map((row) => ({
      name: values(`header name ${row}`).trim(),
      value: values(`header value ${row}`).trim(),
    })),
  };
}
