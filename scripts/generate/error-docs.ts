import { type ErrorEntry, type ErrorStatus, ERRORS, type ErrorType, TYPE_BY_STATUS } from '@svc/contract';
import type { GeneratedFile } from '../generate.ts';

/** What a client does about each category (inference contract §7.2 and §7.4). */
const ADVICE: Readonly<Record<ErrorType, string>> = {
  invalid_request_error: 'Do not retry: the same request fails the same way. Change it as the message says.',
  authentication_error: 'Do not retry. Send another credential.',
  insufficient_quota: 'Retry only after `resets_at` or after adding credits.',
  permission_error:
    'Do not retry, except `feature_unavailable` after a pause. Use another credential or ask an administrator.',
  not_found_error: 'Do not retry. Correct the name, id or path.',
  timeout_error: 'Retry with back-off.',
  conflict_error: 'Read the object again; retry shortly if the conflict is temporary.',
  rate_limit_error: 'Wait at least the seconds of `Retry-After`, then retry.',
  api_error: 'Retry with back-off, unless the message names something to change first.',
  service_unavailable_error: 'Wait at least the seconds of `Retry-After`, then retry.',
};

const INTRODUCTION = `# Errors

Generated from the error catalog in \`contract/src/errors.ts\`; change it there.

Every error has the body \`{"error": {"type", "code", "message", "param", "request_id", …}}\`. The type follows from the
status. The code is stable; handle an unknown code by its type. \`error.retry_after\` and the \`Retry-After\` header are
present on every 429 and 503 and are equal; the column below gives the value when no better one is known. Back-off
means about 1, 2 and 4 seconds with jitter, at most 30, and few attempts. If a model service or file store answers with a
status not listed here, the service sends 400, 502 or 503.
`;

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function fields(entry: ErrorEntry): string {
  const extras = (entry.extra ?? []).map((name) => `\`${name}\``);
  const headers = Object.entries(entry.headers ?? {}).map(([name, value]) => `header \`${name}: ${value}\``);
  return [...extras, ...headers].join(', ') || '–';
}

function row(entry: ErrorEntry): string {
  const cells = [`\`${entry.code}\``, entry.when, entry.message, fields(entry)];
  if (entry.retryAfterSeconds !== undefined) cells.push(`${entry.retryAfterSeconds} s`);
  return `| ${cells.map(cell).join(' | ')} |`;
}

function section(status: ErrorStatus, entries: readonly ErrorEntry[]): string {
  const type = TYPE_BY_STATUS[status];
  const columns = ['Code', 'When', 'Message: what happened and what to do', 'Extra fields'];
  if (entries.some((entry) => entry.retryAfterSeconds !== undefined)) columns.push('Retry-After');
  return [
    `## ${status} \`${type}\`\n\n${ADVICE[type]}\n`,
    `| ${columns.join(' | ')} |`,
    `|${' --- |'.repeat(columns.length)}`,
    ...entries.map(row),
    '',
  ].join('\n');
}

/** The reference of every error, one section per status, codes in alphabetical order. */
export function outputs(): Promise<GeneratedFile[]> {
  const entries = Object.values(ERRORS).toSorted((a, b) => a.code.localeCompare(b.code, 'en'));
  const statuses = [...new Set(entries.map((entry) => entry.status))].toSorted((a, b) => a - b);
  const sections = statuses.map((status) =>
    section(
      status,
      entries.filter((entry) => entry.status === status),
    ),
  );
  return Promise.resolve([{ path: 'docs/errors.md', text: [INTRODUCTION, ...sections].join('\n') }]);
}
