import { BUILT_IN_ENGINES_AND_MODELS, BUILT_IN_PLANS } from './built-in-deployment.ts';
import { checkDuplicates, type Report } from './check-duplicates.ts';
import { checkAzure } from './engines/check-azure.ts';
import { checkCredentials } from './engines/check-credentials.ts';
import { checkKeys } from './engines/check-keys.ts';
import type { Problem } from '../config-error.ts';
import { formatPath } from '../format-path.ts';
import { items, member, text, type Path } from '../read-loosely.ts';

/**
 * What a schema of single values cannot see: references between the parts of `svc.yaml`. Runs on the raw value next to
 * the schema, so that a misspelled key does not hide a wrong reference; what has the wrong shape is passed over here.
 */
export function checkDeploymentReferences(
  raw: unknown,
  { severalNodes, sendsMail }: { readonly severalNodes: boolean; readonly sendsMail: boolean },
): Problem[] {
  const problems: Problem[] = [];
  const report = (path: Path, message: string) => problems.push({ path: formatPath(path), message });
  const engines = member(raw, 'engines');
  const hasModels = member(raw, 'models') !== undefined;
  if (engines === undefined && hasModels) report(['engines'], 'required when models are set');
  if (engines !== undefined && !hasModels) report(['models'], 'required when engines are set');
  checkKeys(engines, report);
  checkAzure(engines, report);
  checkCredentials(engines, report);
  if (hasModels) checkModels(raw, engines, report);
  if (member(member(raw, 'tools'), 'web_search') === undefined) checkSearches(raw, report);
  const models = hasModels ? items(raw, 'models') : BUILT_IN_ENGINES_AND_MODELS.models;
  checkPlans(raw, modelIds(models), report);
  checkCompat(raw, models, report);
  checkDuplicates(items(raw, 'plans'), 'id', ['plans'], report);
  if (severalNodes) checkSharedStorage(member(raw, 'storage'), report);
  checkSignUp(raw, sendsMail, report);
  const tunnels = member(raw, 'tunnels');
  const certificate = member(tunnels, 'ca_cert');
  const key = member(tunnels, 'ca_key');
  if ((certificate === undefined) !== (key === undefined)) {
    report(['tunnels', key === undefined ? 'ca_key' : 'ca_cert'], 'ca_cert and ca_key must be set together');
  }
  return problems;
}

/** A file that one node took must be found by the others. */
function checkSharedStorage(storage: unknown, report: Report): void {
  if (text(storage, 'type') === 's3' || member(storage, 'shared') === true) return;
  report(
    ['storage', 'shared'],
    'must be true with REDIS_URL, which several nodes have, once storage.path is one folder for all of them; or set storage.type to s3',
  );
}

/** Without a mail server nobody would get the link: such a configuration is refused instead of waiting for mail that never comes. */
function checkSignUp(raw: unknown, sendsMail: boolean, report: Report): void {
  const signUp = member(raw, 'signup');
  if (signUp === undefined) return;
  if (!sendsMail) report(['signup'], 'needs a mail server, which SMTP_URL names');
  const hasDomains = member(signUp, 'domains') !== undefined;
  const mode = text(signUp, 'mode');
  if (mode === 'domains' && !hasDomains) report(['signup', 'domains'], 'required with mode: domains');
  if (mode !== undefined && mode !== 'domains' && hasDomains)
    report(['signup', 'domains'], `has no effect with mode: ${mode}; set mode: domains or leave it out`);
  const plan = text(signUp, 'plan');
  const plans = member(raw, 'plans') === undefined ? BUILT_IN_PLANS : items(raw, 'plans');
  if (plan !== undefined && !plans.some((each) => text(each, 'id') === plan))
    report(['signup', 'plan'], `there is no plan "${plan}"`);
}

function modelIds(models: readonly unknown[]): Set<string> {
  return new Set(models.flatMap((model) => text(model, 'id') ?? []));
}

/** Aliases stand for models of any kind, and a chat model answers for unknown names. */
function checkCompat(raw: unknown, models: readonly unknown[], report: Report): void {
  const ids = modelIds(models);
  for (const vendor of ['openai', 'anthropic']) {
    const endpoints = member(member(raw, 'compat'), vendor);
    for (const [name, id] of Object.entries((member(endpoints, 'aliases') as object | undefined) ?? {}))
      if (typeof id === 'string' && !ids.has(id))
        report(['compat', vendor, 'aliases', name], `there is no model "${id}"`);
    const id = text(endpoints, 'default_model');
    const model = models.find((each) => text(each, 'id') === id);
    if (id !== undefined && !model) report(['compat', vendor, 'default_model'], `there is no model "${id}"`);
    else if (id !== undefined && member(model, 'kind') === 'embedding')
      report(['compat', vendor, 'default_model'], 'must be a chat model');
  }
}

/** Types of engines whose servers have dialects. */
const OPENAI_COMPATIBLE: ReadonlySet<string> = new Set(['openai', 'azure-openai']);

function checkModels(raw: unknown, engines: unknown, report: Report): void {
  const models = items(raw, 'models');
  const ids = modelIds(models);
  checkDuplicates(models, 'id', ['models'], report);
  models.forEach((model, index) => {
    const path = ['models', index];
    items(model, 'routes').forEach((route, at) => {
      const engine = text(route, 'engine');
      if (engine !== undefined && member(engines, engine) === undefined && typeof engines === 'object') {
        report([...path, 'routes', at, 'engine'], `there is no engine "${engine}"`);
      }
      const type = engine === undefined ? undefined : text(member(engines, engine), 'type');
      if (type === undefined || OPENAI_COMPATIBLE.has(type)) return;
      for (const field of ['dialect', 'api'])
        if (member(route, field) !== undefined)
          report([...path, 'routes', at, field], `has no effect on an engine of type ${type}; leave it out`);
    });
    checkSizes(model, path, report);
    checkRetirement(model, ids, path, report);
    if (member(model, 'kind') === 'embedding') checkEmbedding(model, engines, path, report);
    else checkChat(model, path, report);
  });
  checkDefault(models, report);
}

function checkSearches(raw: unknown, report: Report): void {
  items(raw, 'models').forEach((model, index) =>
    items(member(model, 'capabilities'), 'server_tools').forEach((tool, at) => {
      if (tool === 'svc_web_search')
        report(
          ['models', index, 'capabilities', 'server_tools', at],
          'there is no tools.web_search to search with',
        );
    }),
  );
}

function checkDefault(models: readonly unknown[], report: Report): void {
  const isDefault = (model: unknown) => member(model, 'default') === true;
  const chat = models.filter((model) => member(model, 'kind') !== 'embedding');
  const first = models.findIndex(isDefault);
  if (!chat.some(isDefault)) report(['models'], 'one chat model must have default: true');
  models.forEach((model, index) => {
    if (!isDefault(model)) return;
    if (member(model, 'kind') === 'embedding')
      report(['models', index, 'default'], 'an embedding model cannot be the default');
    else if (index !== first && member(models[first], 'kind') !== 'embedding') {
      report(['models', index, 'default'], `models[${first}] is already the default`);
    }
  });
}

function checkSizes(model: unknown, path: Path, report: Report): void {
  const window = member(model, 'context_window');
  const output = member(model, 'max_output_tokens');
  if (typeof output !== 'number') return;
  const embedding = member(model, 'kind') === 'embedding';
  if (embedding && output !== 0) report([...path, 'max_output_tokens'], 'must be 0 for an embedding model');
  if (!embedding && output === 0)
    report([...path, 'max_output_tokens'], 'must be at least 1 for a chat model');
  if (!embedding && output > (typeof window === 'number' ? window : DEFAULT_CONTEXT_WINDOW)) {
    report([...path, 'max_output_tokens'], 'must not exceed context_window');
  }
}

/** Tokens of the default model (inference contract §8). */
export const DEFAULT_CONTEXT_WINDOW = 262_144;

function checkChat(model: unknown, path: Path, report: Report): void {
  const pricing = member(model, 'pricing');
  if (pricing !== undefined && member(pricing, 'output') === undefined)
    report([...path, 'pricing', 'output'], 'required for a chat model');
  items(model, 'routes').forEach((route, at) => {
    const cost = member(route, 'cost');
    if (cost !== undefined && member(cost, 'output') === undefined)
      report([...path, 'routes', at, 'cost', 'output'], 'required for a chat model');
  });
}

/** Types of engines that only generate text. */
const WITHOUT_EMBEDDINGS: ReadonlySet<string> = new Set(['anthropic', 'gemini', 'vertex']);

function checkEmbedding(model: unknown, engines: unknown, path: Path, report: Report): void {
  for (const [name, value] of Object.entries((member(model, 'capabilities') as object | undefined) ?? {})) {
    if (value === true || (Array.isArray(value) && value.length > 0)) {
      report([...path, 'capabilities', name], 'an embedding model has no capabilities');
    }
  }
  items(model, 'routes').forEach((route, at) => {
    const engine = member(engines, text(route, 'engine') ?? '');
    const type = text(engine, 'type');
    if (type !== undefined && WITHOUT_EMBEDDINGS.has(type))
      report([...path, 'routes', at, 'engine'], `an engine of type ${type} has no embeddings`);
  });
}

function checkRetirement(model: unknown, ids: ReadonlySet<string>, path: Path, report: Report): void {
  const deprecation = member(model, 'deprecation');
  const replacement = text(deprecation, 'replacement');
  const at = [...path, 'deprecation', 'replacement'];
  if (replacement !== undefined && !ids.has(replacement)) report(at, `there is no model "${replacement}"`);
  else if (replacement !== undefined && replacement === text(model, 'id'))
    report(at, 'must be another model');
  const announced = Date.parse(text(deprecation, 'announced_at') ?? '');
  const retires = Date.parse(text(deprecation, 'retires_at') ?? '');
  if (retires <= announced) report([...path, 'deprecation', 'retires_at'], 'must be after announced_at');
}

function checkPlans(raw: unknown, known: ReadonlySet<string>, report: Report): void {
  items(raw, 'plans').forEach((plan, index) => {
    const seen = new Set<string>();
    items(plan, 'models').forEach((id, at) => {
      if (typeof id !== 'string') return;
      const path = ['plans', index, 'models', at];
      if (!known.has(id)) report(path, `there is no model "${id}"`);
      if (seen.has(id)) report(path, `"${id}" is listed twice`);
      seen.add(id);
    });
  });
}
