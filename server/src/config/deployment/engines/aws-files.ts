import { resolve } from 'node:path';
import { readSmallFileSync } from '#kit';

/** The files of AWS's own tools. */
export interface AwsFiles {
  readonly credentialsFile: string;
  readonly configFile: string;
}

export function awsFiles(variable: (name: string) => string | undefined): AwsFiles {
  const folder = resolve(variable('HOME') ?? '/', '.aws');
  return {
    credentialsFile: variable('AWS_SHARED_CREDENTIALS_FILE') || resolve(folder, 'credentials'),
    configFile: variable('AWS_CONFIG_FILE') || resolve(folder, 'config'),
  };
}

/** Whether one of the files has a section of that name. What it holds is read when keys are needed. */
export function hasProfile({ credentialsFile, configFile }: AwsFiles, profile: string): boolean {
  const sections = [...sectionsOf(credentialsFile), ...sectionsOf(configFile)];
  return sections.some((section) => section === profile || section === `profile ${profile}`);
}

function sectionsOf(path: string): string[] {
  try {
    const sections = readSmallFileSync(path).matchAll(/^\s*\[\s*([^\]]+?)\s*\]/gm);
    return [...sections].map(([, name = '']) => name.replaceAll(/\s+/g, ' ').replaceAll(/["']/g, ''));
  } catch {
    // Either file may be missing.
    return [];
  }
}
