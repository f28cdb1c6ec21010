import { parseArgs } from 'node:util';
import { check } from './check/check.ts';
import { Connector } from './connector.ts';
import { Log } from './log.ts';
import { readSettings, SettingsError, type Settings } from './settings.ts';
import { CONNECTOR_VERSION } from './version.ts';

const USAGE = `Usage: svc-connector [check] [options]

Connects MCP servers of this network to a Svc service. The connection is made from here; nothing listens.
"svc-connector check" tests the credential and every target, says what to mend, and ends.

  --url URL           SVC_TUNNEL_URL           base URL of the service (default http://localhost:8080)
                      SVC_TUNNEL_TOKEN         connector token of the tunnel (auth_mode token)
  --cert FILE         SVC_TUNNEL_CERT          certificate, PEM (auth_mode mtls)
  --key FILE          SVC_TUNNEL_KEY           its private key, PEM (auth_mode mtls)
  --max-inflight N    SVC_TUNNEL_MAX_INFLIGHT  calls at once (default 64)
  --log LEVEL         SVC_TUNNEL_LOG           error, warn, info (default) or debug, which logs each call without its body
  --help, --version

An option takes the place of its variable. A token has no option: others on the machine could read it.
NODE_EXTRA_CA_CERTS names a file of certificates to trust beside the public ones.
`;

const OPTIONS = {
  url: 'SVC_TUNNEL_URL',
  cert: 'SVC_TUNNEL_CERT',
  key: 'SVC_TUNNEL_KEY',
  'max-inflight': 'SVC_TUNNEL_MAX_INFLIGHT',
  log: 'SVC_TUNNEL_LOG',
} as const;

interface Command {
  readonly name: 'run' | 'check' | 'help' | 'version';
  /** Instead of environment variables. */
  readonly given: Readonly<Record<string, string>>;
}

/** Throws `SettingsError` for an invalid command line. */
function readCommand(args: readonly string[]): Command {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        url: text,
        cert: text,
        key: text,
        'max-inflight': text,
        log: text,
        help: flag,
        version: flag,
      },
    });
    const { help, version, ...rest } = values;
    const given = Object.entries(rest).map(([name, value]) => [OPTIONS[name as keyof typeof OPTIONS], value]);
    const [command = 'run', ...more] = positionals;
    if (more.length > 0 || (command !== 'run' && command !== 'check'))
      throw new Error(`Unknown command: ${positionals.join(' ')}`);
    return {
      name: help ? 'help' : version ? 'version' : command,
      given: Object.fromEntries(given) as Record<string, string>,
    };
  } catch (error) {
    throw new SettingsError([`${(error as Error).message}. Run svc-connector --help.`]);
  }
}

async function run(settings: Settings): Promise<number> {
  const log = new Log(settings.logLevel);
  const connector = new Connector(settings, log);
  log.info('starting', { version: CONNECTOR_VERSION, url: new URL(settings.connectUrl).origin });
  connector.start();
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, resolve);
  });
  log.info('draining');
  await connector.stop();
  log.info('stopped');
  return 0;
}

async function main(): Promise<number> {
  try {
    const { name, given } = readCommand(process.argv.slice(2));
    if (name === 'help') process.stdout.write(USAGE);
    else if (name === 'version') process.stdout.write(`${CONNECTOR_VERSION}\n`);
    else {
      const settings = readSettings({ ...process.env, ...given });
      return name === 'check'
        ? await check(settings, (line) => void process.stdout.write(`${line}\n`))
        : await run(settings);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    for (const problem of error.problems) process.stderr.write(`svc-connector: ${problem}\n`);
    return 1;
  }
}

// Ping timers and idle connections must not keep the process alive.
process.exit(await main());
