import {
  CONSOLE_OPERATIONS,
  type ConsoleOperation,
  SIGN_IN_OPERATIONS,
  type SignInOperation,
  currentDescription,
  DESCRIBED_BETAS,
  fullDescription,
  LIMITS,
  MIRRORED_OPERATIONS,
  NEWEST_VERSION,
  OPERATOR_CONSOLE_OPERATIONS,
  OPERATOR_OPERATIONS,
  OPERATOR_SIGN_IN_OPERATIONS,
  operatorDescription,
  type Operation,
  OPERATIONS,
} from '@svc/contract';
import { writeYaml } from '../../server/src/features/openapi/index.ts';
import type { GeneratedFile } from '../generate.ts';

/** Placeholders: a deployment serves the files with its own address. */
const BASE_URL = 'http://localhost:8080';
const EXAMPLE_URL = 'https://api.svc.example';

function operationLine(operation: Operation): string {
  const { method, path, id, credential, beta } = operation;
  return [method.padEnd(6), path, id, credential, beta ?? '-'].join(' ');
}

function signInLine({ method, path, id, credential }: SignInOperation): string {
  return [method.padEnd(6), path, id, credential === 'none' ? 'anybody' : 'person'].join(' ');
}

function operatorLine({ method, path, id, credential }: Operation): string {
  return [method.padEnd(6), path, id, credential].join(' ');
}

function consoleLine({ method, path, id, permission }: ConsoleOperation): string {
  return [method.padEnd(6), path, id, permission].join(' ');
}

/** The description file as a fresh deployment serves it, the whole one with all flags, that of the Operator API, and the lists of every operation of the contract and of the Console. */
export function outputs(): Promise<GeneratedFile[]> {
  const everything = fullDescription(
    { baseUrl: EXAMPLE_URL, limits: LIMITS },
    { version: NEWEST_VERSION, betas: DESCRIBED_BETAS, openapi: '3.0' },
  );
  const operations = OPERATIONS.map(operationLine).join('\n');
  const consoleOperations = [
    ...[...MIRRORED_OPERATIONS, ...CONSOLE_OPERATIONS].map(consoleLine),
    ...SIGN_IN_OPERATIONS.map(signInLine),
  ].join('\n');
  const operatorOperations: readonly Operation[] = [
    ...OPERATOR_OPERATIONS,
    ...OPERATOR_CONSOLE_OPERATIONS,
    ...OPERATOR_SIGN_IN_OPERATIONS,
  ];
  return Promise.resolve([
    { path: 'openapi/openapi.yaml', text: writeYaml(currentDescription(BASE_URL)) },
    { path: 'openapi/all-operations.yaml', text: writeYaml(everything) },
    {
      path: 'openapi/operator.yaml',
      text: writeYaml(operatorDescription({ baseUrl: EXAMPLE_URL, limits: LIMITS })),
    },
    {
      path: 'openapi/operator-operations.txt',
      text: `# METHOD path id credential\n${operatorOperations.map(operatorLine).join('\n')}\n`,
    },
    { path: 'openapi/operations.txt', text: `# METHOD path id credential beta\n${operations}\n` },
    {
      path: 'openapi/console-operations.txt',
      text: `# METHOD path id, and the permission or who may\n${consoleOperations}\n`,
    },
  ]);
}
