import type { ApiDescription } from '@svc/contract';
import { stringify } from 'yaml';

/** A description as YAML. By the rules of 1.1 the version date is in quotes: older parsers would read a day. */
export function writeYaml(description: ApiDescription): string {
  return stringify(description, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
}
