import { ConfigError, parseDeployment, type Deployment } from '../index.ts';

/** What reading refuses, one `path: sentence` each; nothing where it is content. */
export function problemsIn(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ path, message }) => `${path}: ${message}`);
  }
}

/** The text of a `svc.yaml`, read with these environment variables. */
export function parse(text: string, variables: Readonly<Record<string, string>> = {}): Deployment {
  return parseDeployment(text, {
    source: 'svc.yaml',
    baseUrl: 'https://svc.example',
    directory: '/conf',
    variable: (name) => variables[name],
    severalNodes: false,
    sendsMail: variables['SMTP_URL'] !== undefined,
  });
}

export function problemsOf(text: string, variables?: Readonly<Record<string, string>>): string[] {
  return problemsIn(() => parse(text, variables));
}
