import type { EngineProbe, KeyName } from '#engine';
import type { ControlClient } from '../../../control/index.ts';
import type { Finding } from '../finding.ts';

/** Workers of the running service are asked, and answer from memory. */
const TIMEOUT_MS = 5000;

/** Tells the running service which keys work, so that it uses those again that were refused before (D-ENG-29). */
export async function restoreKeys(
  client: ControlClient,
  engines: readonly EngineProbe[],
): Promise<Finding[]> {
  const keys: KeyName[] = engines.flatMap(({ name, keys: probed }) =>
    probed.filter(({ state }) => state === 'ok').map((key) => ({ engine: name, key: key.name })),
  );
  if (keys.length === 0) return [];
  const what = 'engine keys';
  try {
    const { restored } = await client.call('POST /engines/restore-keys', { keys }, { timeoutMs: TIMEOUT_MS });
    // Safe: the control socket answers with what its own handler returns.
    const names = (restored as readonly KeyName[]).map(({ engine, key }) => `${key} of ${engine}`);
    if (names.length === 0) return [];
    return [{ state: 'ok', what, detail: `the running service uses again: ${names.join(', ')}` }];
  } catch (error) {
    const detail = `the running service was not told which keys work: ${(error as Error).message}\nRun svc reload instead.`;
    return [{ state: 'warn', what, detail }];
  }
}
