import { Document, isMap, parse } from 'yaml';
import { ENGINE_TYPES, loadEnvironment } from '#config';
import { OperatorError } from '#kit';
import { type Invocation, UsageError } from '../command.ts';
import { DeploymentFile } from '../deployment-file/deployment-file.ts';
import { type ExitCode, OK } from '../exit-codes.ts';

/** Deeper than any setting of an engine. */
const MAX_KEY_PARTS = 8;

interface Setting {
  readonly path: readonly string[];
  readonly value: unknown;
}

export async function enginesAdd({ args, flags, terminal }: Invocation): Promise<ExitCode> {
  const [name = ''] = args;
  const type = flags['type'];
  const known = `Types are ${ENGINE_TYPES.join(', ')}.`;
  if (typeof type !== 'string') throw new UsageError(`--type is missing. ${known}`);
  if (!ENGINE_TYPES.includes(type)) throw new UsageError(`There is no such type of engine. ${known}`);
  const settings = ((flags['set'] ?? []) as string[]).map(readSetting);
  const file = new DeploymentFile(loadEnvironment());
  const { engines, models } = file.written;
  if (typeof engines === 'object' && engines !== null && Object.hasOwn(engines, name))
    throw new OperatorError(`engines.${name}: exists already. Change it in ${file.path}.`);
  file.addEngine(name, toEngine(type, settings));
  file.check();
  await file.save();
  terminal.out(`${file.path}: added engines.${name}.`);
  terminal.out(
    models === undefined
      ? `It needs a model before it can be applied: svc models add ${name}`
      : `Apply it with svc reload. Add its models with svc models add ${name}.`,
  );
  return OK;
}

/** Maps, so that no name in them is anything but a key. */
function toEngine(type: string, settings: readonly Setting[]): object {
  const engine = new Document({ type });
  for (const { path, value } of settings) {
    for (let depth = 1; depth < path.length; depth++) {
      const above = path.slice(0, depth);
      if (!engine.hasIn(above)) engine.setIn(above, engine.createNode({}));
      else if (!isMap(engine.getIn(above)))
        throw new OperatorError(`--set: ${above.join('.')} must be a map to have keys of its own`);
    }
    engine.setIn(path, engine.createNode(value));
  }
  return engine.toJS() as object;
}

/** `timeouts.total_s=30`. What is given is never shown: it may be a secret. */
function readSetting(given: string): Setting {
  const at = given.indexOf('=');
  const path = given.slice(0, at).split('.');
  if (at < 1 || path.includes(''))
    throw new UsageError('--set must be KEY=VALUE, such as base_url=https://…');
  if (path.length > MAX_KEY_PARTS) throw new UsageError('--set has a KEY of too many parts.');
  if (path[0] === 'type') throw new UsageError('The type is given with --type, not with --set.');
  return { path, value: readValue(given.slice(at + 1)) };
}

/** Numbers, true and false, lists and maps as in the file; all else is text as it is given. */
function readValue(text: string): unknown {
  if (!/^(-?\d|true$|false$|\[|\{|")/.test(text)) return text;
  try {
    return parse(text, { maxAliasCount: 0 });
  } catch {
    return text;
  }
}
