import {
  CONSOLE_OPERATIONS,
  type ConsoleOperation,
  SIGN_IN_OPERATIONS,
  type SignInOperation,
  currentDescription,
  MIRRORED_OPERATIONS,
  type Operation,
  OPERATIONS,
} from '@svc/contract';
import { stringify } from 'yaml';
import type { GeneratedFile } from '../generate.ts';

/** A placeholder: a deployment serves the file with its own address. */
const BASE_URL = 'http://localhost:8080';

function operationLine(operation: Operation): string {
  const { method, path, id, credential, beta, offered } = operation;
  return [method.padEnd(6), path, id, credential, beta ?? '-', offered ? 'offered' : 'planned'].join(' ');
}

function signInLine({ method, path, id, access }: SignInOperation): string {
  return [method.padEnd(6), path, id, access].join(' ');
}

function consoleLine({ method, path, id, permission }: ConsoleOperation): string {
  return [method.padEnd(6), path, id, permission].join(' ');
}

/** The description file as a fresh deployment serves it, and the lists of every operation of the contract and of the Console. */
export function outputs(): Promise<GeneratedFile[]> {
  // YAML 1.1 quotes the version date, which older parsers would read as a timestamp.
  const description = stringify(currentDescription(BASE_URL), { version: '1.1', lineWidth: 0 });
  const operations = OPERATIONS.map(operationLine).join('\n');
  const consoleOperations = [
    ...[...MIRRORED_OPERATIONS, ...CONSOLE_OPERATIONS].map(consoleLine),
    ...SIGN_IN_OPERATIONS.map(signInLine),
  ].join('\n');
  return Promise.resolve([
    { path: 'openapi/openapi.yaml', text: description },
    { path: 'openapi/operations.txt', text: `# METHOD path id credential beta state\n${operations}\n` },
    {
      path: 'openapi/console-operations.txt',
      text: `# METHOD path id, and the permission or who may\n${consoleOperations}\n`,
    },
  ]);
}
