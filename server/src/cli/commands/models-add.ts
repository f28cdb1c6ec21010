import { loadCatalog } from '#catalog';
import { type EngineConfig, loadEnvironment } from '#config';
import { knownModels, type ModelsPlan, planModels, writtenModels } from '#features/engine-inspection';
import { createClock, OperatorError } from '#kit';
import { type Invocation, UsageError } from '../command.ts';
import { counted } from '../counted.ts';
import { DeploymentFile } from '../deployment-file/deployment-file.ts';
import { describePlan, planToJson } from '../deployment-file/describe-plan.ts';
import { type ExitCode, OK } from '../exit-codes.ts';

export async function modelsAdd(invocation: Invocation): Promise<ExitCode> {
  const { args, flags, terminal } = invocation;
  const [engine = '', ...names] = args;
  const as = flags['as'] as string | undefined;
  if (as !== undefined && names.length !== 1) throw new UsageError('--as needs exactly one MODEL.');
  const file = new DeploymentFile(loadEnvironment());
  const catalog = loadCatalog();
  const known = await knownModels(engine, engineIn(file, engine), { catalog, clock: createClock() });
  const plan = planModels({ engine, names, as }, known, writtenModels(file.written));
  const isJson = flags['json'] === true;
  if (!isJson) for (const line of describePlan(plan, catalog)) terminal.out(line);
  const isWritten = plan.add.length > 0 && mayWrite(invocation) && (await write(file, plan, invocation));
  if (isJson) terminal.out(JSON.stringify(planToJson(plan, { engine, catalog, isWritten })));
  else if (isWritten) terminal.out(`${file.path}: added. Apply it with svc reload.`);
  else if (plan.add.length > 0) terminal.out('Nothing was written. --yes writes it.');
  return OK;
}

/** A program that reads JSON is not asked. */
function mayWrite({ flags, terminal }: Invocation): boolean {
  return flags['yes'] === true || (flags['json'] !== true && terminal.confirm !== undefined);
}

/** Checked before somebody is asked. False: they do not want it. */
async function write(file: DeploymentFile, { add }: ModelsPlan, { flags, terminal }: Invocation) {
  file.addModels(add);
  file.check();
  const isAgreed =
    flags['yes'] === true || (await terminal.confirm?.(`Add ${counted(add.length, 'model')}?`)) === true;
  if (isAgreed) await file.save();
  return isAgreed;
}

function engineIn(file: DeploymentFile, name: string): EngineConfig {
  const { engines } = file.check();
  if (!Object.hasOwn(engines, name))
    throw new OperatorError(`engines: ${file.path} has no engine of that name. See svc engines add.`);
  return engines[name] as EngineConfig;
}
