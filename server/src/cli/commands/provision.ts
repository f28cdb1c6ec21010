import { resolve } from 'node:path';
import {
  type Environment,
  expandProvisioning,
  loadDeployment,
  loadEnvironment,
  parseProvisioning,
} from '#config';
import { applyProvisioning } from '#features/provisioning';
import { createClock } from '#kit';
import { controlClient } from '../../control/index.ts';
import { announce } from '../announce.ts';
import type { Invocation } from '../command.ts';
import { type ExitCode, OK } from '../exit-codes.ts';
import { provisionLines, type ProvisionResponse, toProvisionResponse } from '../provision-response.ts';
import { withDatabase } from '../with-database.ts';

export async function provision({ args, flags, terminal }: Invocation): Promise<ExitCode> {
  const [file = ''] = args;
  const response = await apply(loadEnvironment(), resolve(file), flags['update'] === true);
  for (const line of provisionLines(response)) terminal.out(line);
  return OK;
}

async function apply(environment: Environment, source: string, update: boolean): Promise<ProvisionResponse> {
  // ${NAME} means this command's environment, so it is replaced here and not in the service.
  const text = expandProvisioning(source, environment.variable);
  const client = await controlClient(environment.dataDir);
  if (client)
    return (await client.call('POST /provision', { text, source, update })) as unknown as ProvisionResponse;
  const file = parseProvisioning(text, { source, deployment: loadDeployment(environment).config });
  const result = await withDatabase(environment, ({ db }) =>
    applyProvisioning(db, file, { update, clock: createClock() }),
  );
  await announce(environment, result.epochs);
  return toProvisionResponse(result);
}
