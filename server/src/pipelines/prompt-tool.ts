import { sequence, type Authenticated, type CallerExchange, type Step } from '#exchange';
import type { PromptCallShape } from '#features/prompt-tools';
import type { UsageJournal } from '#store';
import { conversationCall, type ConversationCallDeps } from './conversation-call.ts';
import { internalCall, type InternalCallDeps } from './internal-call.ts';
import { actInWorkspace, type ActInWorkspaceDeps } from './steps/credential/act-in-workspace.ts';
import { requireFeature } from './steps/require-feature.ts';

export interface PromptToolDeps extends ConversationCallDeps, InternalCallDeps, ActInWorkspaceDeps {
  readonly journal: UsageJournal;
  readonly chatEnabled: () => boolean;
}

/**
 * The pipeline of a prompt tool, run after that of its operation: a model call whose conversation we write.
 * It gives a Console user what a key would have, so that limits, billing and reports work as for any call
 * (D-PTOOL-3).
 */
export function promptTool(deps: PromptToolDeps, shape: PromptCallShape): Step<CallerExchange> {
  return sequence<CallerExchange>()(
    meterAs(shape),
    requireFeature('chat_completions', deps.chatEnabled), // 403
    actInWorkspace(deps), //                                 403
    callModel(deps, shape), //                               400 402 403 404 429 503, then 200 or the engine's failure
  );
}

/** Reports what the Console asks for a person like the same call by a key, refusals too. */
function meterAs({ metering }: PromptCallShape): Step<CallerExchange> {
  return (exchange) => {
    exchange.metering = metering;
  };
}

/** The call has the id of the request, and reports the end of both: the request itself knows neither model nor usage. */
function callModel(
  deps: PromptToolDeps,
  { metering, callOf, encoder }: PromptCallShape,
): Step<CallerExchange & Authenticated> {
  const call = internalCall(deps, {
    steps: conversationCall(deps),
    recordedBy: 'service',
    serviceTier: 'standard',
  });
  return async (exchange) => {
    exchange.metered = true;
    const outcome = await call({
      requestId: exchange.requestId,
      operation: exchange.operation,
      receivedAtMs: exchange.receivedAtMs,
      startedAt: exchange.startedAt,
      clientRequestId: exchange.clientRequestId,
      caller: exchange.credential,
      call: callOf(exchange),
      betas: exchange.betas,
      version: exchange.version,
      metering,
      encoder,
      signal: exchange.signal,
    });
    // Otherwise the client has left.
    if (outcome.type !== 'responded') return;
    if (outcome.isComplete) exchange.sink.json(outcome.status, outcome.text, outcome.headers);
    else exchange.sink.destroy();
  };
}
