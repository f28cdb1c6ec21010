import { readFileSync } from 'node:fs';
import { MAX_INFLIGHT } from '@svc/connector/protocol';
import { LOG_LEVELS, type LogLevel } from './log.ts';

const DEFAULT_URL = 'http://localhost:8080';
const DEFAULT_INFLIGHT = 64;
const TOKEN = /^stn_[0-9a-f]{64}$/;

export type Credential =
  | { readonly mode: 'token'; readonly token: string }
  | { readonly mode: 'mtls'; readonly cert: string; readonly key: string };

export interface Settings {
  /** URL of the WebSocket. */
  readonly connectUrl: string;
  readonly credential: Credential;
  readonly maxInflight: number;
  readonly logLevel: LogLevel;
}

/** Errors in the environment or the arguments: one sentence each, with the name of the variable. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

type Source = Readonly<Record<string, string | undefined>>;

/** Collects all errors, so that they are reported at once. An empty variable counts as not set. */
export function readSettings(source: Source): Settings {
  const problems: string[] = [];
  const connectUrl = readUrl(source['SVC_TUNNEL_URL'] || DEFAULT_URL, problems);
  const credential = readCredential(source, problems);
  const maxInflight = readInflight(source['SVC_TUNNEL_MAX_INFLIGHT'], problems);
  const logLevel = readLevel(source['SVC_TUNNEL_LOG'], problems);
  if (problems.length > 0 || credential === undefined) throw new SettingsError(problems);
  return { connectUrl, credential, maxInflight, logLevel };
}

function readUrl(text: string, problems: string[]): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    problems.push(`SVC_TUNNEL_URL must be the base URL of the service, http or https.`);
    return '';
  }
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    problems.push('SVC_TUNNEL_URL must be an http or https URL without user, query and fragment.');
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/tunnel/v1/connect`;
  return url.href;
}

function readCredential(source: Source, problems: string[]): Credential | undefined {
  const token = source['SVC_TUNNEL_TOKEN'] || undefined;
  const paths = { cert: source['SVC_TUNNEL_CERT'] || undefined, key: source['SVC_TUNNEL_KEY'] || undefined };
  if (paths.cert === undefined && paths.key === undefined) return readToken(token, problems);
  if (token !== undefined) {
    problems.push(
      'SVC_TUNNEL_TOKEN and SVC_TUNNEL_CERT are both set. Keep the token for a tunnel with auth_mode token, and the certificate for mtls.',
    );
    return undefined;
  }
  const cert = readFile('SVC_TUNNEL_CERT', paths.cert, 'SVC_TUNNEL_KEY', problems);
  const key = readFile('SVC_TUNNEL_KEY', paths.key, 'SVC_TUNNEL_CERT', problems);
  return cert === undefined || key === undefined ? undefined : { mode: 'mtls', cert, key };
}

function readToken(token: string | undefined, problems: string[]): Credential | undefined {
  if (token === undefined) {
    problems.push(
      'SVC_TUNNEL_TOKEN is required. For a tunnel with auth_mode mtls set SVC_TUNNEL_CERT and SVC_TUNNEL_KEY instead.',
    );
    return undefined;
  }
  if (!TOKEN.test(token)) {
    problems.push(
      'SVC_TUNNEL_TOKEN must be the connector_token of a tunnel: stn_ and 64 hexadecimal digits.',
    );
    return undefined;
  }
  return { mode: 'token', token };
}

function readFile(
  name: string,
  path: string | undefined,
  partner: string,
  problems: string[],
): string | undefined {
  if (path === undefined) {
    problems.push(`${name} is required with ${partner}: the path of a PEM file.`);
    return undefined;
  }
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    problems.push(`${name} must be the path of a PEM file that can be read (${code}).`);
    return undefined;
  }
}

function readInflight(text: string | undefined, problems: string[]): number {
  if (!text) return DEFAULT_INFLIGHT;
  const count = Number(text);
  if (/^\d{1,6}$/.test(text) && count >= 1 && count <= MAX_INFLIGHT) return count;
  problems.push(`SVC_TUNNEL_MAX_INFLIGHT must be a whole number from 1 to ${MAX_INFLIGHT}.`);
  return DEFAULT_INFLIGHT;
}

function readLevel(text: string | undefined, problems: string[]): LogLevel {
  const level = LOG_LEVELS.find((one) => one === (text || 'info'));
  if (level) return level;
  problems.push(`SVC_TUNNEL_LOG must be one of ${LOG_LEVELS.join(', ')}.`);
  return 'info';
}
