import fc from 'fast-check';
import { arbitraryRequest, type FuzzedRequest } from './arbitrary-request.ts';
import type { DescribedService } from './described-service.ts';
import { sendDescribed } from './send-described.ts';
import { zip } from '../documents/zip.ts';

/** What the ids of path parameters and fields begin with. */
const PREFIXES: Readonly<Record<string, string>> = {
  wrkspc: 'workspace_id',
  invite: 'invite_id',
  spl: 'spend_limit_id',
  plg: 'plugin_id',
  whk: 'webhook_id',
  whd: 'delivery_id',
  tnl: 'tunnel_id',
  tcert: 'certificate_id',
  file: 'file_id',
  batch: 'batch_id',
};

const SAME: Readonly<Record<string, string>> = { input_file_id: 'file_id' };

export interface FuzzOutcome {
  /** One line for each answer that the description does not promise. */
  readonly problems: readonly string[];
  readonly statuses: ReadonlyMap<number, number>;
  /** Operations that were answered without an error. */
  readonly succeeded: ReadonlySet<string>;
}

/** Sends requests made from the description, one after the other, and holds every answer to it. The seed makes them the same again. */
export async function fuzzDescribed(
  described: DescribedService,
  { requests, seed }: { readonly requests: number; readonly seed: number },
): Promise<FuzzOutcome> {
  const { baseUrl, api, bearers } = described;
  const known = await idsAtHand(described);
  const problems: string[] = [];
  const statuses = new Map<number, number>();
  const succeeded = new Set<string>();
  for (const request of fc.sample(arbitraryRequest(api), { numRuns: requests, seed })) {
    const { operation } = request;
    const sent = toRequest(request, known, bearers);
    const received = await sendDescribed(baseUrl, operation, sent);
    statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1);
    const found = api.problemsOf(operation, received);
    if (received.status >= 500) found.push(`status ${received.status}`);
    for (const problem of found)
      problems.push(
        `${operation.id}: ${problem}, to ${JSON.stringify({ ...sent, headers: undefined }).slice(0, 900)}`,
      );
    if (received.status >= 400) continue;
    succeeded.add(operation.id);
    for (const [, id] of received.text.matchAll(/"id":"(\w+)"/g)) remember(known, id!);
  }
  return { problems, statuses, succeeded };
}

type KnownIds = Map<string, string[]>;

/** What there is from the start. Keys and people that the requests are sent with are not among it, or these would soon be refused. */
async function idsAtHand({ baseUrl, bearers }: DescribedService): Promise<KnownIds> {
  const list = async (path: string): Promise<{ id: string; name: string }[]> => {
    const response = await fetch(`${baseUrl}/v1/organizations/${path}`, {
      headers: { authorization: `Bearer ${bearers.AdminKey}`, 'svc-beta': 'admin-2026-11-01' },
    });
    return ((await response.json()) as { data: { id: string; name: string }[] }).data;
  };
  const spare = async (path: string, name: string): Promise<string[]> =>
    (await list(path)).filter((one) => one.name === name).map(({ id }) => id);
  return new Map([
    ['api_key_id', await spare('api_keys', 'spare')],
    ['key_id', await spare('admin_keys', 'spare')],
    ['user_id', await spare('users', 'Dora')],
    ['model_id', ['Svc Standard', 'svc-embed-1']],
    ['template', ['drafts']],
    ['label', ['production', 'staging']],
  ]);
}

function remember(known: KnownIds, id: string): void {
  const name = PREFIXES[id.split('_', 1)[0]!];
  if (name === undefined) return;
  known.set(name, [...(known.get(name) ?? []).filter((one) => one !== id), id].slice(-20));
}

function toRequest(request: FuzzedRequest, known: KnownIds, bearers: DescribedService['bearers']) {
  const [scheme] = Object.keys(request.operation.security[0] ?? {}) as (keyof typeof bearers)[];
  const fill = <T>(value: T): T =>
    value === undefined
      ? value
      : (JSON.parse(
          JSON.stringify(value).replaceAll(/known:(\w+):(\d+)/g, (_, name: string, index: string) => {
            const ids = known.get(SAME[name] ?? name) ?? [];
            return ids[Number(index) % Math.max(1, ids.length)] ?? 'nothing';
          }),
        ) as T);
  const body = fill(withHookOff(request));
  return {
    path: fill(request.path),
    query: fill(request.query),
    headers: {
      ...request.headers,
      ...(scheme ? { authorization: `Bearer ${bearers[scheme]}` } : {}),
    },
    body: request.isForm ? toForm(body) : body,
  };
}

/** A hook that is nowhere would refuse every model call after it. */
function withHookOff({ operation, body }: FuzzedRequest): unknown {
  const isHook = operation.id === 'putInferenceHook' && typeof body === 'object' && body !== null;
  return isHook && 'mode' in body && body.mode === 'enforce' ? { ...body, mode: 'off' } : body;
}

function toForm(fields: unknown): FormData {
  const { purpose, ...others } = (fields ?? {}) as Record<string, unknown>;
  const form = new FormData();
  if (purpose !== undefined)
    form.append('purpose', typeof purpose === 'string' ? purpose : JSON.stringify(purpose));
  for (const [name, value] of Object.entries(others)) {
    if (name === 'file') form.append(name, fileFor(purpose, String(value)));
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}

const LINE = JSON.stringify({
  custom_id: 'a',
  endpoint: '/v1/chat/completions',
  body: { messages: [{ role: 'user', content: 'hello' }] },
});

/** What a file must hold is beyond the description. */
function fileFor(purpose: unknown, text: string): File {
  if (purpose === 'batch') return new File([LINE], 'lines.jsonl');
  if (purpose !== undefined && purpose !== 'skill') return new File(['some notes'], 'notes.txt');
  const version = `${text.length}.${text.codePointAt(0) ?? 0}.0`;
  const bundle = zip([{ name: 'plugin.json', content: JSON.stringify({ name: 'fuzzed', version }) }]);
  return new File([bundle as BlobPart], 'bundle.zip');
}
