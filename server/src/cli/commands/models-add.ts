import { type Catalog, findModel, loadCatalog, modelKind, vendorsOf } from '#catalog';
import { type EngineConfig, loadEnvironment } from '#config';
import { OperatorError } from '#kit';
import { type Invocation, UsageError } from '../command.ts';
import { counted } from '../counted.ts';
import { askEngine } from '../deployment-file/ask-engine.ts';
import { DeploymentFile } from '../deployment-file/deployment-file.ts';
import { describePlan, planToJson } from '../deployment-file/describe-plan.ts';
import type { KnownModel, WrittenModel } from '../deployment-file/models-difference.ts';
import { type ModelsPlan, planModels } from '../deployment-file/plan-models.ts';
import { type ExitCode, OK } from '../exit-codes.ts';

export async function modelsAdd(invocation: Invocation): Promise<ExitCode> {
  const { args, flags, terminal } = invocation;
  const [engine = '', ...names] = args;
  const as = flags['as'] as string | undefined;
  if (as !== undefined && names.length !== 1) throw new UsageError('--as needs exactly one MODEL.');
  const file = new DeploymentFile(loadEnvironment());
  const catalog = loadCatalog();
  const known = await knownModels(engine, file, catalog);
  const written = file.written['models'];
  const models = Array.isArray(written) ? (written as WrittenModel[]) : [];
  const plan = planModels({ engine, names, as }, known, models);
  if (plan.add.length > 0) {
    file.addModels(plan.add);
    file.check();
  }
  const isJson = flags['json'] === true;
  if (!isJson) for (const line of describePlan(plan, catalog)) terminal.out(line);
  const isWritten = plan.add.length > 0 && (await isAgreed(plan, invocation));
  if (isWritten) await file.save();
  if (isJson) terminal.out(JSON.stringify(planToJson(plan, { engine, catalog, isWritten })));
  else if (isWritten) terminal.out(`${file.path}: added. Apply it with svc reload.`);
  else if (plan.add.length > 0) terminal.out('Nothing was written. --yes writes it.');
  return OK;
}

/** A program that reads JSON is not asked. */
async function isAgreed({ add }: ModelsPlan, { flags, terminal }: Invocation): Promise<boolean> {
  if (flags['yes'] === true) return true;
  if (flags['json'] === true || !terminal.confirm) return false;
  return terminal.confirm(`Add ${counted(add.length, 'model')}?`);
}

async function knownModels(name: string, file: DeploymentFile, catalog: Catalog): Promise<KnownModel[]> {
  const { engines } = file.check();
  if (!Object.hasOwn(engines, name))
    throw new OperatorError(`engines: ${file.path} has no engine of that name. See svc engines add.`);
  const config = engines[name] as EngineConfig;
  const vendors = vendorsOf(catalog, config);
  const offered = await askEngine(name, config);
  const found = new Map<string, KnownModel>();
  for (const each of offered) {
    const listed = findModel(catalog, vendors, each.baseModel ?? each.model);
    const kind = each.kind ?? listed?.kind ?? modelKind(each.baseModel ?? each.model);
    if (kind) found.set(each.model, { ...each, kind, listed });
  }
  return [...found.values()];
}
