import { parseArgs } from 'node:util';

export interface Options {
  /** The deployment to check; without it the suite starts its own. */
  readonly external: { readonly baseUrl: string; readonly credentials: string } | undefined;
  readonly only: string | undefined;
  readonly json: boolean;
}

/** What was asked for cannot be done: shown as one message without a stack, exit code 2. */
export class CommandLineError extends Error {}

export const USAGE = `Usage: npm run conformance -- [--base-url URL --credentials FILE] [--only CHAT | CHAT-07] [--json]

Runs the black-box contract suite. Without --base-url it starts deployments of its own; conformance/README.md says more.`;

export const SMALLEST_CREDENTIALS = `The smallest credentials file is one line, a private key of the deployment:

  main: sk_live_…

conformance/fixture/credentials.yaml lists every part a credential can play. What has no credential is not run.`;

/** Throws CommandLineError; undefined when only the usage was asked for. */
export function readOptions(words: readonly string[]): Options | undefined {
  const { 'base-url': baseUrl, credentials, only, json, help } = parse(words);
  if (help) return undefined;
  if (baseUrl === undefined && credentials === undefined) return { external: undefined, only, json };
  if (baseUrl === undefined)
    throw new CommandLineError('--credentials is for a deployment of yours: say which with --base-url URL.');
  if (!isHttp(baseUrl))
    throw new CommandLineError(`--base-url ${baseUrl} is no URL. Write it like http://localhost:8080.`);
  if (credentials === undefined) {
    throw new CommandLineError(
      `--base-url needs --credentials FILE too: a YAML file with keys of that deployment. ${SMALLEST_CREDENTIALS}`,
    );
  }
  return { external: { baseUrl, credentials }, only, json };
}

function parse(words: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      args: [...words],
      options: { 'base-url': text, credentials: text, only: text, json: flag, help: flag },
    }).values;
  } catch (error) {
    throw new CommandLineError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function isHttp(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
