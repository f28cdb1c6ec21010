import { resolve } from 'node:path';
import { readSmallFileSync } from '../read-small-file.ts';

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
  const names = [...sectionsOf(credentialsFile), ...sectionsOf(configFile)].map(({ name }) => name);
  return names.some((name) => name === profile || name === `profile ${profile}`);
}

/** What AWS's own tools read of a profile: the configuration file's values, then those of the credentials file. */
export function readProfile({ credentialsFile, configFile }: AwsFiles, profile: string): AwsProfile {
  const named = sectionsOf(configFile).filter(
    ({ name }) => name === `profile ${profile}` || (name === 'default' && profile === 'default'),
  );
  const sections = [...named, ...sectionsOf(credentialsFile).filter(({ name }) => name === profile)];
  return new Map(sections.flatMap(({ lines }) => lines.flatMap(toEntry)));
}

export type AwsProfile = ReadonlyMap<string, string>;

interface Section {
  readonly name: string;
  readonly lines: readonly string[];
}

function sectionsOf(path: string): Section[] {
  let text: string;
  try {
    text = readSmallFileSync(path);
  } catch {
    // Either file may be missing.
    return [];
  }
  return text.split(/^(?=[^\S\n]*\[)/m).flatMap((part) => {
    const [head = '', ...lines] = part.split('\n');
    const name = /^\s*\[\s*([^\]]+?)\s*\]/.exec(head)?.[1];
    return name === undefined ? [] : [{ name: name.replaceAll(/\s+/g, ' ').replaceAll(/["']/g, ''), lines }];
  });
}

function toEntry(line: string): [[string, string]] | [] {
  const [, name, value] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line.replace(/(^|\s)[;#].*/, '')) ?? [];
  return name === undefined || value === undefined ? [] : [[name, value]];
}
