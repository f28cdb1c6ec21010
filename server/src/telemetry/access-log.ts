import type { LimitValues } from '@svc/contract';
import type { Exchange, RunSummary } from '#exchange';
import { logFields, RecentMap, type Log } from '#kit';

const VISIBLE_ASCII = /^[\x20-\x7e]+$/;

/**
 * One line per request: who, what, how long, how much. Paths are the operation's, never the caller's, and nothing of the query, the
 * bodies or the credential is written.
 */
export function logRequest(
  log: Log,
  exchange: Exchange,
  summary: RunSummary | undefined,
  { client_request_id_characters: most }: Pick<LimitValues, 'client_request_id_characters'>,
): void {
  const level = levelOf(exchange);
  if (!log.isLevelEnabled(level)) return;
  const { operation, credential, admission, errorCode } = exchange;
  const usage = summary?.usage;
  // Ids of requests are made of letters and digits, and need no escaping.
  let fields = `"request_id":"${exchange.requestId}","method":${quoted(exchange.method)},"route":${quoted(operation.path)}`;
  fields += `,"status":${exchange.sink.status ?? 0},"duration_ms":${Math.round(performance.now() - exchange.startedAt)}`;
  if (errorCode !== undefined) fields += `,"code":${quoted(errorCode)}`;
  if (credential)
    fields += `,"key_id":${quoted(credential.keyId)},"organization_id":${quoted(credential.organizationId)}`;
  if (admission) fields += `,"model":${quoted(admission.model.id)}`;
  if (exchange.policyMs !== undefined) fields += `,"policy_ms":${Math.round(exchange.policyMs)}`;
  if (summary) fields += `,"outcome":"${summary.outcome}"`;
  if (usage)
    fields += `,"input_tokens":${usage.inputTokens},"output_tokens":${usage.outputTokens},"estimated":${summary.estimated}`;
  const clientRequestId = loggableId(exchange.clientRequestId, most);
  if (clientRequestId !== undefined) fields += `,"client_request_id":${JSON.stringify(clientRequestId)}`;
  logFields(log, level, fields, 'request');
}

/** Pages in a browser read again and again while somebody looks at them, which would bury everything else. */
function levelOf({ operation, method, sink }: Exchange): 'info' | 'debug' {
  const byPages = operation.credential === 'console_session' || operation.credential === 'operator_session';
  return byPages && method === 'GET' && (sink.status ?? 0) < 400 ? 'debug' : 'info';
}

function loggableId(sent: string | undefined, most: number): string | undefined {
  return sent !== undefined && sent.length <= most && VISIBLE_ASCII.test(sent) ? sent : undefined;
}

/** Texts that many lines have in common, as JSON. */
const QUOTED = new RecentMap<string, string>(10_000);

function quoted(text: string | null): string {
  if (text === null) return 'null';
  let json = QUOTED.get(text);
  if (json === undefined) QUOTED.set(text, (json = JSON.stringify(text)));
  return json;
}
