import { readFileSync } from 'node:fs';

interface Manifest {
  readonly version: string;
}

/** Of this package. Sources and the built package both lie one folder below its manifest. */
export const CONNECTOR_VERSION = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Manifest
).version;
