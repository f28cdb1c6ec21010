import { ApiError, ID_PREFIXES, type InferenceHookTest } from '@svc/contract';
import type { AuditActor } from '#features/audit';
import { findCurrentOrganization } from '#features/organization';
import { newId, toTimestamp, type Clock } from '#kit';
import type { OrganizationScope } from '#store';
import type { HookOutcome, HookClient } from './ask/hook-client.ts';
import type { HookSeal } from './hook-seal.ts';

export interface TestHookDeps {
  readonly clock: Clock;
  readonly seal: HookSeal;
  readonly client: Pick<HookClient, 'send'>;
}

const UNREADABLE =
  'Headers or signing secret of the hook cannot be read any more. Replace the hook and rotate its secret.';

/**
 * Calls the hook once, whatever its mode, and answers what came back (POLICY-22). Counts nowhere. Throws 404 `inference_hook_not_found`, and
 * 409 `resource_conflict` for a hook that was sealed with another data key.
 */
export async function testHook(
  { clock, seal, client }: TestHookDeps,
  scope: OrganizationScope,
  actor: AuditActor,
): Promise<InferenceHookTest> {
  const hook = (await findCurrentOrganization(scope))?.inferenceHook;
  if (!hook) throw new ApiError('inference_hook_not_found');
  const { organizationId } = scope;
  const nowMs = clock.nowMs();
  const credentials = seal.open(organizationId, hook, nowMs);
  if (credentials.secrets.length === 0) throw new ApiError('resource_conflict', { message: UNREADABLE });
  const outcome = await client.send(
    { organizationId, url: hook.url, timeoutMs: hook.timeoutMs, ...credentials },
    JSON.stringify(testRequest(organizationId, actor, nowMs)),
  );
  return toTest(outcome);
}

/** As any prompt, but of no request. */
function testRequest(organizationId: string, { type, id }: AuditActor, nowMs: number): object {
  return {
    id: newId(ID_PREFIXES.hookCall, nowMs),
    type: 'prompt',
    created_at: toTimestamp(nowMs),
    organization_id: organizationId,
    workspace_id: null,
    request_id: null,
    endpoint: 'test',
    model: null,
    actor: { type, id },
    end_user_id: null,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'This is a test of the inference hook.' }] }],
    tools: [],
    truncated: false,
  };
}

function toTest(outcome: HookOutcome): InferenceHookTest {
  const failed = outcome.kind === 'failed';
  return {
    type: 'inference_hook_test',
    verdict: failed ? null : { action: outcome.action, reason: outcome.reason, message: outcome.message },
    failure: failed ? outcome.failure : null,
    duration_ms: Math.round(outcome.durationMs),
  };
}
