import { resolve } from 'node:path';
import { type Environment, expandProvisioning, loadDeployment, loadEnvironment, parseProvisioning } from '#config';
import { applyProvisioning } from '#features/provisioning';
import { createClock } from '#kit';
import { controlClient } from '../../control/index.ts';
import { announce } from '../announce.ts';
import type { Command } from '../command.ts';
import { OK } from '../exit-codes.ts';
import { provisionLines, type ProvisionAnswer, toProvisionAnswer } from '../provision-answer.ts';
import { withDatabase } from '../with-database.ts';

export const provision: Command = {
  name: 'provision',
  args: ['FILE'],
  options: { update: { type: 'boolean' } },
  summary: 'Create what the file declares and is missing; --update also brings plain settings to its values',
  async run({ args, flags, terminal }) {
    const [file = ''] = args;
    const answer = await apply(loadEnvironment(), resolve(file), flags['update'] === true);
    for (const line of provisionLines(answer)) terminal.out(line);
    return OK;
  },
};

async function apply(environment: Environment, source: string, update: boolean): Promise<ProvisionAnswer> {
  // ${NAME} means this command's environment, so it is replaced here and not in the service.
  const text = expandProvisioning(source, environment.variable);
  const client = await controlClient(environment.dataDir);
  if (client) return (await client.call('POST /provision', { text, source, update })) as unknown as ProvisionAnswer;
  const file = parseProvisioning(text, { source, deployment: loadDeployment(environment).config });
  const result = await withDatabase(environment, ({ db }) => applyProvisioning(db, file, { update, clock: createClock() }));
  await announce(environment, result.epochs);
  return toProvisionAnswer(result);
}
