import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENVIRONMENT_VARIABLES, parseDeployment } from '#config';

const ROOT = join(import.meta.dirname, '../../..');

export function readFromRoot(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

export const KNOWN_VARIABLES: ReadonlySet<string> = new Set(ENVIRONMENT_VARIABLES.map(({ name }) => name));

/** The configuration of a text, with every variable set. Throws what the service would say. */
export function configurationOf(text: string, { severalNodes = false } = {}) {
  return parseDeployment(text, {
    source: 'svc.yaml',
    baseUrl: 'https://svc.example.com',
    directory: ROOT,
    variable: (name) => `${name}-is-a-text-of-more-than-32-characters`,
    severalNodes,
    sendsMail: true,
  }).config;
}

/** Seconds that a service takes to stop, at the most: it drains, and writes down what is left. */
export const DRAIN_SECONDS = configurationOf('').drain_seconds;
