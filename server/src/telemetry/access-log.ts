import type { LimitValues } from '@svc/contract';
import type { Exchange, RunSummary } from '#exchange';
import type { Log } from '#kit';

const VISIBLE_ASCII = /^[\x20-\x7e]+$/;

/**
 * One line per request at info level: who, what, how long, how much. Paths are the operation's, never the caller's, and
 * nothing of the query, the bodies or the credential is written.
 */
export function logRequest(
  log: Log,
  exchange: Exchange,
  summary: RunSummary | undefined,
  { client_request_id_characters: most }: Pick<LimitValues, 'client_request_id_characters'>,
): void {
  const { operation, credential, admission, clientRequestId } = exchange;
  const usage = summary?.usage;
  // Undefined fields are left out by the log. Spreading them in made objects of many shapes, at twice the time per line.
  log.info(
    {
      request_id: exchange.requestId,
      method: exchange.method,
      route: operation.path,
      status: exchange.sink.status ?? 0,
      duration_ms: Math.round(performance.now() - exchange.startedAt),
      code: exchange.errorCode,
      key_id: credential?.keyId,
      organization_id: credential?.organizationId,
      model: admission?.model.id,
      outcome: summary?.outcome,
      input_tokens: usage?.inputTokens,
      output_tokens: usage?.outputTokens,
      estimated: usage && summary.estimated,
      client_request_id:
        clientRequestId !== undefined && clientRequestId.length <= most && VISIBLE_ASCII.test(clientRequestId)
          ? clientRequestId
          : undefined,
    },
    'request',
  );
}
